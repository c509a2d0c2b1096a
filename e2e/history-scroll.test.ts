import { expect, expectQuiet, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Agent, makeAgent } from './agents.ts'
import { openHistory, queriesOf, readAll, rows, scrollToTheEnd, storedHistory, toEnd } from './history-list.ts'

let stage: Stage
/** 25 transactions this month: two pages and a half. */
let agent: Agent
beforeAll(async () => {
  stage = await openStage()
  agent = await makeAgent(stage.world, { history: 25 })
})
afterAll(() => stage.close())

/**
 * The first row that ends below the middle of the screen: the middle itself may be the heading of a day. Null until the
 * row above it is drawn too: after a scroll, the rows of the old place stay for a moment.
 */
const rowInTheMiddle = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('li[aria-posinset]')]
    const place = rows.findIndex((row) => row.getBoundingClientRect().bottom > window.innerHeight / 2)
    const row = place > 0 ? rows[place] : undefined
    return row && row.getBoundingClientRect().top < window.innerHeight ? row.textContent : null
  })

describe('infinite scroll', () => {
  test('pages have 10 items, and the offset grows by 10 while full pages come back', async () => {
    const { page, queries } = await openHistory(stage, agent)
    await scrollToTheEnd(page)
    expect(queries.map(({ limit, offset }) => [limit, offset])).toEqual([
      ['10', '0'],
      ['10', '10'],
      ['10', '20'],
    ])
    expect(await readAll(page)).toEqual(
      (await storedHistory(stage.world, agent)).map(({ transaction_id }) => transaction_id),
    )
    expectQuiet(page)
  })

  test('a last page that is full is followed by an empty one, and then by none', async () => {
    const { page, queries } = await openHistory(stage, await makeAgent(stage.world, { history: 20 }))
    await scrollToTheEnd(page)
    expect(queries.map(({ offset }) => offset)).toEqual(['0', '10', '20'])
    expect(await readAll(page)).toHaveLength(20)
    expect(queries).toHaveLength(3)
  })

  test('the next page is asked for 300 px before the end of the list', async () => {
    const { page, queries } = await openHistory(stage, agent)
    const putEndBelowScreen = (px: number) =>
      page.evaluate((distance) => {
        const list = document.querySelector('main section[aria-labelledby]')?.parentElement?.parentElement
        const end = (list?.getBoundingClientRect().bottom ?? 0) + window.scrollY
        window.scrollTo(0, Math.ceil(end - window.innerHeight - distance))
      }, px)
    await putEndBelowScreen(310)
    await untilDrawn(page)
    expect(queries).toHaveLength(1)
    await putEndBelowScreen(290)
    await expect.poll(() => queries.length).toBe(2)
  })

  test('a page that fails can be asked for again, and nothing that was there is lost', async () => {
    const { page } = await openHistory(stage, agent)
    await page.route(/payments\/history.*offset=10/, (route) => route.abort())
    await toEnd(page)
    await expect(page.getByText('Could not load more.')).toBeVisible()
    expect(await readAll(page)).toHaveLength(10)
    await page.unroute(/payments\/history.*offset=10/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await scrollToTheEnd(page)
    expect(await readAll(page)).toHaveLength(25)
    expectQuiet(page, /ERR_FAILED/)
  })

  test('a thousand transactions scroll with a handful of rows drawn, each of them once', async () => {
    const busy = await makeAgent(stage.world, { history: 1000 })
    const { page, queries } = await openHistory(stage, busy)
    const mostDrawn = await page.evaluate(async () => {
      let most = 0
      const drawn = () => document.querySelectorAll('li[aria-posinset]').length
      const started = performance.now()
      while (document.documentElement.scrollHeight < 500 * 88 && performance.now() - started < 90_000) {
        window.scrollTo(0, document.documentElement.scrollHeight)
        await new Promise((resolve) => setTimeout(resolve, 30))
        most = Math.max(most, drawn())
      }
      return most
    })
    expect(mostDrawn).toBeLessThan(60)
    expect(queries.length).toBeGreaterThan(45)
    expect(queries).toEqual(queries.map((query, index) => ({ ...query, limit: '10', offset: `${10 * index}` })))
    const listed = await readAll(page)
    expect(new Set(listed).size).toBe(listed.length)
    const stored = (
      await Promise.all(
        Array.from({ length: listed.length / 100 + 1 }, (_, hundred) =>
          storedHistory(stage.world, busy, hundred * 100),
        ),
      )
    ).flat()
    expect(listed).toEqual(stored.slice(0, listed.length).map(({ transaction_id }) => transaction_id))
    expectQuiet(page)
  })
})

describe('transactions that arrive while the list is open', () => {
  async function confirmDeposit(who: Agent) {
    const { transaction_id } = await stage.world.openTransaction('deposit', '77.00', who.cashId)
    const { status } = await stage.world.confirm(who.token, { type: 'deposit', transaction_id, amount: '77.00' })
    expect(status).toBe(200)
    return transaction_id
  }

  const stopLiveUpdates = (page: Page) => page.route(/\/user\/live/, (route) => route.abort())

  test('they appear on top by themselves', async () => {
    const busy = await makeAgent(stage.world, { history: 12 })
    const { page, queries } = await openHistory(stage, busy)
    const arrived = await confirmDeposit(busy)
    await expect(rows(page).first()).toContainText(arrived)
    expect(queries.every(({ offset }) => offset === '0')).toBe(true)
    expectQuiet(page)
  })

  test('one that comes while the first page is on its way appears as well', async () => {
    const busy = await makeAgent(stage.world, { history: 12 })
    const page = await stage.newPhone({ as: busy })
    let arrived = ''
    await page.route(
      /payments\/history/,
      async (route) => {
        const response = await route.fetch()
        // The new balance is asked for when the app has heard of the payment.
        const heard = page.waitForRequest(/\/api\/user\/profile/)
        arrived = await confirmDeposit(busy)
        await heard
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto('/history')
    await expect(rows(page).first()).toBeVisible()
    await expect(rows(page).first()).toContainText(arrived)
  })

  test('none is listed twice, although they move all others into the next page', async () => {
    const busy = await makeAgent(stage.world, { history: 25 })
    const page = await stage.newPhone({ as: busy })
    await stopLiveUpdates(page)
    const queries = queriesOf(page)
    await page.goto('/history')
    await expect(rows(page).first()).toBeVisible()
    const before = (await storedHistory(stage.world, busy)).map(({ transaction_id }) => transaction_id)
    for (let count = 0; count < 3; count += 1) await confirmDeposit(busy)
    await scrollToTheEnd(page)
    expect(queries.map(({ offset }) => offset)).toEqual(['0', '10', '20'])
    expect(await readAll(page)).toEqual(before)
  })

  test('they appear on top when the agent comes back to the page, and push nothing from under the eyes', async () => {
    const busy = await makeAgent(stage.world, { history: 25 })
    const page = await stage.newPhone({ as: busy })
    await stopLiveUpdates(page)
    await page.clock.install()
    await page.goto('/history')
    await expect(rows(page).first()).toBeVisible()
    await scrollToTheEnd(page)
    await page.evaluate(() => window.scrollTo(0, 1000))
    const watched = rows(page).filter({ hasText: (await storedHistory(stage.world, busy))[10]?.transaction_id ?? '' })
    const placeAndHeight = () =>
      watched.evaluate((row) => [row.getBoundingClientRect().top, document.documentElement.scrollHeight])
    const [place = 0, height = 0] = await placeAndHeight()
    const arrived = await confirmDeposit(busy)
    await page.clock.fastForward(20_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect.poll(async () => (await placeAndHeight())[1]).toBeGreaterThan(height)
    await expect.poll(async () => (await placeAndHeight())[0]).toBeCloseTo(place, 0)
    const listed = await readAll(page)
    expect(listed).toHaveLength(26)
    expect(listed[0]).toBe(arrived)
  })

  test('more than a page of them are read from the first page on', async () => {
    const busy = await makeAgent(stage.world, { history: 15 })
    const page = await stage.newPhone({ as: busy })
    await stopLiveUpdates(page)
    await page.clock.install()
    await page.goto('/history')
    await expect(rows(page).first()).toBeVisible()
    for (let count = 0; count < 11; count += 1) await confirmDeposit(busy)
    await page.clock.fastForward(20_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(rows(page).first()).toContainText((await storedHistory(stage.world, busy))[0]?.transaction_id ?? '?')
    await scrollToTheEnd(page)
    expect(await readAll(page)).toEqual(
      (await storedHistory(stage.world, busy)).map(({ transaction_id }) => transaction_id),
    )
  })

  test('a confirmation of one’s own is there at once', async () => {
    const busy = await makeAgent(stage.world, { history: 12 })
    const { page } = await openHistory(stage, busy)
    const totals = page.getByRole('region', { name: 'Month totals' })
    await expect(totals).toContainText(/\d\.\d\d/)
    const before = await totals.textContent()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const { transaction_id } = await stage.world.openTransaction('deposit', '77.00', busy.cashId)
    await page.getByRole('button', { name: 'TopUp' }).click()
    await page.getByLabel('Transaction ID').fill(transaction_id)
    // Filled in by the look-up, which would change it under the hands of someone who types it.
    await expect(page.getByLabel('Amount')).toHaveValue('77.00')
    await page.getByRole('button', { name: /^Confirm deposit/ }).click()
    await page.getByRole('button', { name: 'Got It' }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await expect(rows(page).first()).toContainText(transaction_id)
    await expect(totals).not.toHaveText(before ?? '')
  })
})

describe('an agent who comes back', () => {
  test('finds the list where they left it, without loading it again', async () => {
    const { page, queries } = await openHistory(stage, agent)
    await scrollToTheEnd(page)
    await page.evaluate(() => window.scrollTo(0, 900))
    await expect.poll(() => rowInTheMiddle(page)).not.toBeNull()
    const left = await rowInTheMiddle(page)
    const asked = queries.length
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.getByRole('link', { name: 'History' }).click()
    await expect.poll(() => rowInTheMiddle(page)).toBe(left)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
    expect(queries.slice(asked).filter(({ offset }) => offset !== '0')).toEqual([])
  })

  test('finds their tab and month with the back button', async () => {
    const { page } = await openHistory(stage, agent)
    await page.getByRole('radio', { name: 'Withdrawals' }).click()
    await expect(rows(page).first()).toContainText('Withdrawal')
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Withdrawals' })).toBeChecked()
    await expect(rows(page).first()).toContainText('Withdrawal')
  })
})

test.each(['no-preference', 'reduce'] as const)('nothing moves while the list loads (motion: %s)', async (motion) => {
  const page = await stage.newPhone({ as: agent })
  await page.emulateMedia({ reducedMotion: motion })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/history')
  await expect(rows(page).first()).toBeVisible()
  await scrollToTheEnd(page)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})
