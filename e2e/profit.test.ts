import { lastMonths, type Month } from '@cashbox/agent/platform/time/calendar'
import { formatMoney, formatPercent } from '@cashbox/agent/platform/time/formats'
import { getStats, type Minor } from '@cashbox/contract'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const profit = (page: Page) => page.getByRole('region', { name: 'Profit' })

/** Which months were asked for, in order. */
function monthsAsked(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/payments/stats') asked.push(`${searchParams.get('from')}-${searchParams.get('to')}`)
  })
  return asked
}
const bounds = (month: Month | undefined) => `${month?.from}-${month?.to}`

async function storedProfit(token: string, month: Month | undefined) {
  const { payload } = await stage.world.call(getStats, { from: `${month?.from}`, to: `${month?.to}` }, { token })
  const minor = (money: string): Minor => BigInt(money.replace('.', ''))
  const [deposits, payouts] = [minor(payload.stats.deposit_fee), minor(payload.stats.withdraw_fee)]
  const share = (part: Minor) => formatPercent(Math.round(Number(part * 10_000n) / Number(deposits + payouts)) / 100)
  return { deposits, payouts, depositsShare: share(deposits), payoutsShare: share(payouts) }
}

async function expectProfit(page: Page, token: string, month: Month | undefined) {
  const { deposits, payouts, depositsShare, payoutsShare } = await storedProfit(token, month)
  expect(deposits).toBeGreaterThan(0n)
  const widget = profit(page)
  await expect(widget).toContainText(`Total Profit${formatMoney(deposits + payouts)}UZS`)
  await expect(widget).toContainText(`Profit from Deposits (${depositsShare})${formatMoney(deposits)}`)
  await expect(widget).toContainText(`Profit from Payouts (${payoutsShare})${formatMoney(payouts)}`)
}

describe('the profit widget of the dashboard', () => {
  test('shows the total and both parts with their shares, first of the current UTC month', async () => {
    const { token } = await makeAgent(stage.world, { history: 20 })
    const page = await stage.newPhone({ as: { token }, timezoneId: 'Pacific/Kiritimati' })
    const asked = monthsAsked(page)
    await page.goto('/dashboard')
    const [current] = lastMonths(new Date())
    await expect(profit(page).getByLabel('Month')).toHaveValue(current?.value ?? '')
    await expectProfit(page, token, current)
    expect(asked).toEqual([bounds(current)])
    expectQuiet(page)
  })

  test('loads the figures of the month that is chosen', async () => {
    const token = await stage.world.logIn('approved')
    const page = await stage.newPhone({ as: { token } })
    const asked = monthsAsked(page)
    await page.goto('/dashboard')
    const [current, , third] = lastMonths(new Date())
    await profit(page)
      .getByLabel('Month')
      .selectOption(third?.value ?? '')
    await expectProfit(page, token, third)
    expect(asked).toEqual([bounds(current), bounds(third)])
  })

  test('loads anew when a payment was confirmed', async () => {
    const agent = await makeAgent(stage.world, { history: 6 })
    const page = await stage.newPhone({ as: agent })
    const asked = monthsAsked(page)
    await page.goto('/dashboard')
    const [current] = lastMonths(new Date())
    await expectProfit(page, agent.token, current)
    const { transaction_id } = await stage.world.openTransaction('deposit', '5000.00', agent.cashId)
    await page.getByRole('button', { name: 'TopUp' }).click()
    await page.getByLabel('Transaction ID').fill(transaction_id)
    await page.getByLabel('Amount').fill('5000.00')
    await page.getByRole('button', { name: /^Confirm deposit/ }).click()
    await page.getByRole('button', { name: 'Got It' }).click()
    await expectProfit(page, agent.token, current)
    expect(asked.length).toBeGreaterThan(1)
    expect(new Set(asked)).toEqual(new Set([bounds(current)]))
  })

  test('is a donut 280 px high whose hole takes 80 % of it', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    await page.goto('/dashboard')
    const donut = profit(page).getByRole('img', { name: /^Profit from deposits: [\d,.]+\. Profit from payouts/ })
    const { width, height } = (await donut.boundingBox()) ?? { width: 0, height: 0 }
    expect([width, height]).toEqual([280, 280])
    const [ring] = await donut.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''))
    const radii = [...(ring ?? '').matchAll(/A([\d.]+),/g)].map(([, radius]) => Number(radius))
    expect(Math.max(...radii)).toBe(140)
    expect(radii).toContain(112)
  })

  test('without any profit both segments are of one size, and both shares 0%', async () => {
    const page = await stage.newPhone({ as: await makeAgent(stage.world) })
    await page.goto('/dashboard')
    await expect(profit(page)).toContainText('Total Profit0.00')
    await expect(profit(page)).toContainText('Profit from Deposits (0%)')
    await expect(profit(page)).toContainText('Profit from Payouts (0%)')
    const segments = profit(page).getByRole('img').locator('path')
    await expect(segments).toHaveCount(2)
    const lengths = await segments.evaluateAll((paths) =>
      paths.map((path) => (path as SVGPathElement).getTotalLength()),
    )
    expect(lengths[0]).toBeGreaterThan(100)
    expect(lengths[1]).toBeCloseTo(lengths[0] ?? 0, 0)
  })

  test('says nothing of a failure, and claims no figures then', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    await page.route(/payments\/stats/, (route) => route.abort())
    await page.goto('/dashboard')
    await expect(profit(page)).toContainText('Total Profit—')
    await expect(profit(page)).toContainText('Profit from Deposits (—)')
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')
  })

  test('keeps its figures when loading them anew fails', async () => {
    const agent = await makeAgent(stage.world, { history: 6 })
    const page = await stage.newPhone({ as: agent })
    await page.goto('/dashboard')
    const [current, second] = lastMonths(new Date())
    await expectProfit(page, agent.token, current)
    await page.route(/payments\/stats/, (route) => route.abort())
    await profit(page)
      .getByLabel('Month')
      .selectOption(second?.value ?? '')
    await expect(profit(page)).toContainText('Total Profit—')
    await profit(page)
      .getByLabel('Month')
      .selectOption(current?.value ?? '')
    await expectProfit(page, agent.token, current)
  })

  test('keeps its size while it loads', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/payments\/stats/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(profit(page)).toHaveAttribute('aria-busy', 'true')
    // Not its place: above it the forecast comes by and by.
    const size = async () => {
      const { width, height } = (await profit(page).boundingBox()) ?? {}
      return [width, height]
    }
    const loading = await size()
    letGo()
    await expect(profit(page)).toHaveAttribute('aria-busy', 'false')
    expect(await size()).toEqual(loading)
  })
})
