import { dateTeller, nameOfDay } from '@cashbox/agent/platform/day-list/day-layout'
import { lastMonths } from '@cashbox/agent/platform/time/calendar'
import { formatDateTime, formatDay, formatMoney } from '@cashbox/agent/platform/time/formats'
import type { HistoryItem } from '@cashbox/contract'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { faults } from './access.ts'
import { type Agent, makeAgent } from './agents.ts'
import { openHistory, rows, scrollToTheEnd, storedHistory, toEnd } from './history-list.ts'

let stage: Stage
/** 25 transactions this month: two pages and a half. */
let agent: Agent
beforeAll(async () => {
  stage = await openStage()
  agent = await makeAgent(stage.world, { history: 25 })
})
afterAll(() => stage.close())

const months = () => lastMonths(new Date())

describe('an item', () => {
  test('of either type shows finished date, transaction id, type, amount, fee and player id', async () => {
    const { page } = await openHistory(stage, agent)
    for (const type of ['deposit', 'withdraw'] as const) {
      const item = (await storedHistory(stage.world, agent)).find((one) => one.type === type)
      if (!item) throw new Error('there is none')
      const row = rows(page).filter({ hasText: item.transaction_id })
      await expect(row).toContainText(formatDateTime(item.finished_at, 'UTC'))
      await expect(row).toContainText(type === 'deposit' ? 'Deposit' : 'Withdrawal')
      await expect(row).toContainText(`${type === 'deposit' ? '−' : '+'}${formatMoney(item.amount)}`)
      await expect(row).toContainText(`Fee ${formatMoney(item.fee)}`)
      await expect(row).toContainText(`Player ${item.customer_id}`)
    }
    expectQuiet(page)
  })

  test('shows its date in the selected time zone, under the heading of that day', async () => {
    const zone = 'Pacific/Kiritimati'
    const { page } = await openHistory(stage, agent, { stored: { 'select-timezone': zone } })
    const [newest] = await storedHistory(stage.world, agent)
    if (!newest) throw new Error('there is none')
    const row = rows(page).filter({ hasText: newest.transaction_id })
    await expect(row.getByRole('time')).toHaveText(formatDateTime(newest.finished_at, zone))
    await expect(row.getByRole('time')).toHaveAttribute('datetime', new Date(newest.finished_at * 1000).toISOString())
    const dateOf = dateTeller(zone)
    const name = nameOfDay(dateOf(newest.finished_at), dateOf(Date.now() / 1000))
    const words = { today: 'Today', yesterday: 'Yesterday' }
    await expect(row.locator('xpath=ancestor::section').getByRole('heading')).toHaveText(
      name ? words[name] : formatDay(newest.finished_at, zone),
    )
  })

  test('that was reversed says so, and its amount no longer counts', async () => {
    const page = await stage.newPhone({ as: agent })
    await page.route(/payments\/history/, async (route) => {
      const response = await route.fetch()
      const { payload } = await response.json()
      payload.list[1].reversed_at = payload.list[1].finished_at + 60
      await route.fulfill({ response, json: { payload } })
    })
    await page.goto('/history')
    await expect(rows(page).nth(1)).toContainText('Reversed')
    await expect(rows(page).nth(1).locator('.line-through').first()).toContainText(/[\d,]+\.\d\d/)
    await expect(rows(page).first()).not.toContainText('Reversed')
    await expect(rows(page).first().locator('.line-through')).toHaveCount(0)
  })

  test('without a selected time zone shows its date in the one of the device', async () => {
    const { page } = await openHistory(stage, agent, { timezoneId: 'Asia/Tokyo' })
    const [newest] = await storedHistory(stage.world, agent)
    await expect(rows(page).first().getByRole('time')).toHaveText(
      formatDateTime(newest?.finished_at ?? 0, 'Asia/Tokyo'),
    )
  })
})

describe('the tabs', () => {
  test.each([
    ['Deposits', 'deposit', 'Deposit'],
    ['Withdrawals', 'withdraw', 'Withdrawal'],
  ])('%s lists only the type %s, from its first page on', async (tab, type, word) => {
    const { page, queries } = await openHistory(stage, agent)
    await toEnd(page)
    await expect.poll(() => queries.length).toBeGreaterThan(1)
    await page.getByRole('radio', { name: tab }).click()
    await expect(page.getByRole('radio', { name: tab })).toBeChecked()
    await expect(rows(page).first()).toContainText(word)
    await expect.poll(() => queries.find((query) => query['type'] === type)).toMatchObject({ offset: '0', limit: '10' })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect
      .poll(async () => (await rows(page).allTextContents()).every((text) => text.startsWith(word)))
      .toBe(true)
  })

  test('All is chosen first, and asks for no type', async () => {
    const { page, queries } = await openHistory(stage, agent)
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
    expect(queries[0]).not.toHaveProperty('type')
  })
})

describe('the month selector', () => {
  test('offers the current and the previous five months and starts with the current one, in UTC', async () => {
    const { page, queries } = await openHistory(stage, agent, { timezoneId: 'Pacific/Kiritimati' })
    const select = page.getByLabel('Month', { exact: true })
    const [current] = months()
    await expect(select).toHaveValue(current?.value ?? '')
    await expect(select.locator('option')).toHaveText(months().map(({ label }) => label))
    expect(queries[0]).toMatchObject({ from: `${current?.from}`, to: `${current?.to}` })
  })

  test('lists the chosen month from its first page on, and says when there is nothing in it', async () => {
    const { page, queries } = await openHistory(stage, agent)
    const third = months()[2]
    await page.getByLabel('Month', { exact: true }).selectOption(third?.value ?? '')
    await expect(page.getByText('No Available Transactions')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    expect(queries.at(-1)).toEqual({ from: `${third?.from}`, to: `${third?.to}`, limit: '10', offset: '0' })
    expectQuiet(page)
  })

  test('keeps its choice and the tab when the page is loaded again', async () => {
    const { page } = await openHistory(stage, 'approved')
    await page.getByLabel('Month', { exact: true }).selectOption(months()[1]?.value ?? '')
    await page.getByRole('radio', { name: 'Withdrawals' }).click()
    await expect(rows(page).first()).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue(months()[1]?.value ?? '')
    await expect(page.getByRole('radio', { name: 'Withdrawals' })).toBeChecked()
  })
})

test('the totals of the shown month are above the list', async () => {
  const { page } = await openHistory(stage, agent)
  const items = await storedHistory(stage.world, agent)
  const sum = (list: readonly HistoryItem[], field: 'amount' | 'fee') =>
    formatMoney(list.reduce((total, item) => total + BigInt(item[field].replace('.', '')), 0n))
  const totals = page.getByRole('region', { name: 'Month totals' })
  await expect(totals).toContainText(
    sum(
      items.filter(({ type }) => type === 'deposit'),
      'amount',
    ),
  )
  await expect(totals).toContainText(
    sum(
      items.filter(({ type }) => type === 'withdraw'),
      'amount',
    ),
  )
  await expect(totals).toContainText(sum(items, 'fee'))
})

describe('for everyone', () => {
  test.each([
    ['dark', 'ru', 'desktop'],
    ['light', 'ar', 'phone'],
  ] as const)(
    'nothing is inaccessible, cut off or out of its place (%s, %s, %s)',
    async (theme, language, viewport) => {
      const { page } = await openHistory(stage, agent, { theme, language, viewport })
      expect(await faults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expectQuiet(page)
    },
  )

  test('a screen reader hears days as headings and how many transactions a day has', async () => {
    const { page } = await openHistory(stage, agent)
    const items = await storedHistory(stage.world, agent)
    const dayOf = (item: HistoryItem | undefined) => formatDateTime(item?.finished_at ?? 0, 'UTC').slice(0, 11)
    await scrollToTheEnd(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    const count = items.filter((item) => dayOf(item) === dayOf(items[0])).length
    await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', `${count}`)
    await expect(
      page.getByRole('heading', { level: 2, name: /^(Today|Yesterday|\d\d \w{3} \d{4})$/ }).first(),
    ).toBeVisible()
  })

  test('the number of a day’s transactions is unknown while more of them may come', async () => {
    const { page } = await openHistory(stage, agent)
    await page.evaluate(() => window.scrollTo(0, 300))
    const tenth = (await storedHistory(stage.world, agent))[9]?.transaction_id ?? ''
    await expect(rows(page).filter({ hasText: tenth })).toHaveAttribute('aria-setsize', '-1')
  })

  test('the heading of a day stay in sight while its transactions pass', async () => {
    const { page } = await openHistory(stage, agent)
    const [fifth] = (await storedHistory(stage.world, agent)).slice(4)
    // With the whole list below it there is room to scroll.
    await scrollToTheEnd(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    const row = rows(page).filter({ hasText: fifth?.transaction_id ?? '?' })
    await row.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 20))
    const heading = row.locator('xpath=ancestor::section').getByRole('heading')
    await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBe(52)
  })
})

test('the first payment is near the top, and month, search and download stay in sight', async () => {
  const { page } = await openHistory(stage, agent)
  const first = await rows(page).first().boundingBox()
  expect(first?.y).toBeLessThan(300)
  const month = page.getByLabel('Month', { exact: true })
  const search = page.getByRole('button', { name: 'Search the history' })
  const tools = [month, search, page.getByRole('button', { name: 'Download as a file' })]
  await scrollToTheEnd(page)
  for (const tool of tools) await expect(tool).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await search.click()
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('10')
  await expect(month).toHaveValue('all')
  for (const tool of tools) await expect(tool).toBeInViewport({ ratio: 1 })
})

test('when the first page fails the list says why and can be asked for again', async () => {
  const page = await stage.newPhone({ as: agent })
  await page.route(/payments\/history/, (route) => route.abort())
  await page.goto('/history')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('The server does not answer. Check your connection')
  await page.unroute(/payments\/history/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('an agent without transactions reads "No Available Transactions"', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.goto('/history')
  await expect(page.getByText('No Available Transactions')).toBeVisible()
  expectQuiet(page)
})
