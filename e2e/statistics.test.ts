import { lastMonths } from '@cashbox/agent/platform/time/calendar'
import { formatMoney } from '@cashbox/agent/platform/time/formats'
import { getStats } from '@cashbox/contract'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faults } from './access.ts'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const chart = (page: Page) => page.getByRole('region', { name: 'Last 6 months' })
const oldestFirst = () => lastMonths(new Date()).toReversed()

function monthsAsked(page: Page) {
  const asked: number[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/payments/stats') asked.push(Number(searchParams.get('from')))
  })
  return asked
}

/** Deposits and withdrawals of each month, oldest first. */
async function storedSums(token: string) {
  return Promise.all(
    oldestFirst().map(async ({ from, to }) => {
      const { payload } = await stage.world.call(getStats, { from: `${from}`, to: `${to}` }, { token })
      return [formatMoney(payload.stats.deposit_sum), formatMoney(payload.stats.withdraw_sum)]
    }),
  )
}

/** What the table says, once it is as expected. */
const expectNumbers = (page: Page, wanted: readonly (readonly string[])[]) =>
  expect.poll(() => numbers(page)).toEqual(wanted)

const numbers = (page: Page) =>
  chart(page)
    .locator('table')
    .first()
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)))

test('deposits and withdrawals of the last six months are shown as bars and as a table, oldest first', async () => {
  const token = await stage.world.logIn('approved')
  const page = await stage.newPhone({ as: { token } })
  await page.goto('/statistics')
  await expect(chart(page).getByRole('table')).toBeAttached()
  const stored = await storedSums(token)
  expect(new Set(stored.flat()).size).toBeGreaterThan(10)
  await expectNumbers(page, stored)
  const bars = chart(page).getByRole('figure').getByRole('button')
  await expect(bars).toHaveCount(6)
  for (const [index, sums] of stored.entries()) {
    for (const sum of sums) await expect(bars.nth(index)).toHaveAccessibleName(new RegExp(sum))
  }
  expectQuiet(page)
})

test('a tap on a month shows its numbers', async () => {
  const token = await stage.world.logIn('approved')
  const page = await stage.newPhone({ as: { token } })
  await page.goto('/statistics')
  const stored = await storedSums(token)
  await chart(page).getByRole('button').nth(1).click()
  const reading = chart(page).locator('figure > div').first()
  for (const sum of stored[1] ?? []) await expect(reading).toContainText(sum)
})

test('each month is asked for once, although the profit of the current one is beside it', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  const asked = monthsAsked(page)
  await page.goto('/statistics')
  await expect(chart(page).getByRole('table')).toBeAttached()
  expect(asked.toSorted()).toEqual(oldestFirst().map(({ from }) => from))
})

test('the profit widget is there without its donut', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  await page.goto('/statistics')
  const profit = page.getByRole('region', { name: 'Profit' })
  await expect(profit).toContainText(/Total Profit[\d,]+\.\d\dUZS/)
  await expect(profit).toContainText(/Profit from Deposits \([\d.]+%\)[\d,]+\.\d\d/)
  await expect(profit).toContainText(/Profit from Payouts \([\d.]+%\)[\d,]+\.\d\d/)
  await expect(profit.getByLabel('Month')).toBeVisible()
  await expect(profit.getByRole('img')).toHaveCount(0)
})

test('without payments in six months the chart says so', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.goto('/statistics')
  await expect(chart(page)).toContainText('No payments in the last 6 months')
  expectQuiet(page)
})

test('a month that could not be loaded is missing without a word, and can be asked for again', async () => {
  const token = await stage.world.logIn('approved')
  const page = await stage.newPhone({ as: { token } })
  const third = oldestFirst()[2]
  await page.route(new RegExp(`payments/stats.*from=${third?.from}`), (route) => route.abort())
  await page.goto('/statistics')
  const again = chart(page).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  const stored = await storedSums(token)
  await expectNumbers(
    page,
    stored.map((sums, index) => (index === 2 ? ['—', '—'] : sums)),
  )
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')
  await page.unroute(new RegExp(`payments/stats.*from=${third?.from}`))
  await again.click()
  await expect(again).toHaveCount(0)
  await expectNumbers(page, stored)
})

test('the page keeps its shape while it loads', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/payments\/stats/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/statistics')
  await expect(chart(page)).toHaveAttribute('aria-busy', 'true')
  const loading = await chart(page).boundingBox()
  letGo()
  await expect(chart(page)).toHaveAttribute('aria-busy', 'false')
  expect(await chart(page).boundingBox()).toEqual(loading)
})

test.each([
  ['dark', 'ru', 'desktop'],
  ['light', 'ar', 'phone'],
] as const)('nothing is inaccessible or cut off (%s, %s, %s)', async (theme, language, viewport) => {
  const page = await stage.newPhone({ as: 'approved', theme, language, viewport })
  await page.goto('/statistics')
  await expect(page.locator('main table').first()).toBeAttached()
  expect(await faults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expectQuiet(page)
})
