import { type TopupReason, topupReasons } from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { faults } from './access.ts'
import { type Agent, makeAgent } from './agents.ts'
import { newTxid, openTron, topupsIn } from './topups.ts'

const TOPUPS = /\/user\/topups/
const LIVE = /\/user\/live$/
/** How often the app asks while the server can't report changes, and how long a notification stays. */
const ASKED_AGAIN_MS = 10_000
const NOTIFIED_MS = 3_000
/** When the app loads what listens on every screen. */
const IDLE_MS = 3_000
const SUPPORT = 'https://t.me/cashbox_support'

let stage: Stage
let topups: ReturnType<typeof topupsIn>
beforeAll(async () => {
  stage = await openStage()
  topups = topupsIn(stage.world)
})
afterAll(() => stage.close())

const tracker = (page: Page) => page.getByRole('region', { name: 'Your added funds' })
const items = (page: Page) => tracker(page).getByRole('listitem')
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function openTracker(agent: Agent, options: PhoneOptions = {}) {
  const page = await stage.newPhone({ as: agent, ...options })
  await page.goto('/account-deposit')
  return page
}

/** A phone whose time the test can move on. */
async function newPhoneWithClock(agent: Agent) {
  const page = await stage.newPhone({ as: agent })
  await page.clock.install()
  return page
}

/** Until the page has read the list, so that what comes next is news to it. */
async function untilRead(page: Page, open: () => Promise<unknown>) {
  const coming = page.waitForResponse(TOPUPS)
  await open()
  await page.clock.fastForward(IDLE_MS)
  const answer = await coming
  // "Nothing has changed" has no body, and the browser never reports the end of one.
  if (answer.status() !== 304) await answer.finished()
}

test('a transfer on the chain is seen, confirmed block by block and credited, and the balance follows, all by itself', async () => {
  const tron = await openTron(stage.world)
  onTestFinished(() => tron.stop())
  const agent = await makeAgent(stage.world, { float: '1000.00' })
  const page = await openTracker(agent)
  await expect(page.getByText('You have not added funds yet. Payments will appear here automatically.')).toBeVisible()
  const wallet = (await page.locator('bdi.select-all').textContent()) ?? ''
  await tron.send(wallet, '20')
  await tron.mine(1)
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText('20.00USDT')
  await tron.mine(5)
  await expect(items(page)).toContainText('Being confirmed')
  await tron.mine(20)
  await expect(items(page)).toContainText('+253,010.00UZS')
  await expect(items(page)).toContainText('Rate: 12,650.50, offset: 0%')
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page.getByText('254,010.00')).toBeVisible()
  expectQuiet(page)
})

describe('a transfer on its way', () => {
  test('shows how far it is confirmed and moves by itself', async () => {
    const agent = await makeAgent(stage.world)
    const id = await topups.arrive({ agentId: agent.id })
    const page = await openTracker(agent)
    const bar = tracker(page).getByRole('progressbar')
    await expect(items(page)).toContainText('250.00USDT')
    await expect(items(page)).toContainText('Seen on the network')
    await expect(bar).toHaveAccessibleName('Confirmations: 0 of 19')
    await topups.confirm(id, 7)
    await topups.publish(agent.id, 'topups')
    await expect(bar).toHaveAccessibleName('Confirmations: 7 of 19')
    await expect(bar).toHaveAttribute('aria-valuenow', '7')
    await topups.credit(id)
    await topups.publish(agent.id, 'topups', 'balance')
    await expect(items(page)).toContainText('+3,210,064.37UZS')
    await expect(items(page)).toContainText('Rate: 12,650.50, offset: 1.5%')
    await expect(bar).toHaveCount(0)
    expectQuiet(page)
  })

  test('is read out when its state changes, and not with every block', async () => {
    const agent = await makeAgent(stage.world)
    const id = await topups.arrive({ agentId: agent.id, confirmations: 3 })
    const page = await openTracker(agent)
    const said = items(page).locator('[aria-live=polite]')
    await expect(said).toHaveText('Being confirmed')
    await topups.confirm(id, 4)
    await topups.publish(agent.id, 'topups')
    await expect(items(page)).toContainText('4 of 19')
    await expect(said).toHaveText('Being confirmed')
    await topups.hold(id, 'no_rate')
    await topups.publish(agent.id, 'topups')
    await expect(said).toHaveText('On hold')
  })

  test('is asked for again and again while the server can not report changes', async () => {
    const agent = await makeAgent(stage.world)
    const id = await topups.arrive({ agentId: agent.id })
    const page = await newPhoneWithClock(agent)
    await page.route(LIVE, (route) => route.abort())
    await page.goto('/account-deposit')
    await expect(items(page)).toContainText('0 of 19')
    await topups.confirm(id, 11)
    await page.clock.fastForward(ASKED_AGAIN_MS)
    await expect(items(page)).toContainText('11 of 19')
  })
})

test('a held top-up says why in words, for every reason', async () => {
  const agent = await makeAgent(stage.world)
  for (const reason of topupReasons) {
    const id = await (reason === 'wrong_token'
      ? topups.arriveInOtherToken(agent.id)
      : topups.arrive({ agentId: agent.id }))
    await topups.hold(id, reason)
  }
  const page = await openTracker(agent)
  await expect(items(page)).toHaveCount(topupReasons.length)
  const texts = translations.en['topup'] as { review: string; reason: Record<TopupReason, string> }
  for (const reason of topupReasons) {
    const item = items(page).filter({ hasText: texts.reason[reason] })
    await expect(item).toContainText('On hold')
    const link = item.getByRole('link', { name: 'Contact support' })
    if (reason === 'no_rate') await expect(link).toHaveCount(0)
    else await expect(link).toHaveAttribute('href', SUPPORT)
    const isDecidedByPeople = reason !== 'no_rate' && reason !== 'below_minimum'
    await expect(item.getByText(texts.review)).toHaveCount(isDecidedByPeople ? 1 : 0)
  }
  const other = items(page).filter({ hasText: 'A different token was sent' })
  await expect(other).toContainText('Another token')
  await expect(other).not.toContainText('000,000')
  expectQuiet(page)
})

test('what came back and what did not go through is said calmly, with the note', async () => {
  const agent = await makeAgent(stage.world)
  await topups.end(await topups.arrive({ agentId: agent.id }), 'failed')
  await topups.end(await topups.arrive({ agentId: agent.id }), 'returned', 'Sent back as you asked.')
  const page = await openTracker(agent)
  await expect(items(page).nth(0)).toContainText('This payment was returned and not credited.')
  await expect(items(page).nth(0)).toContainText('Sent back as you asked.')
  await expect(items(page).nth(1)).toContainText('Failed')
  await expect(items(page).nth(1)).toContainText('Nothing was credited.')
})

test('says delayed and never missing when the network does not answer', async () => {
  const { db, config } = stage.world
  const { chain } = config.tron
  await db.execute(sql`
    insert into tron_cursor (chain, pass, read_until, next_run_at, succeeded_at)
    values (${chain}, 'first', 0, now(), now() - interval '1 hour')
    on conflict (chain, pass) do update set succeeded_at = excluded.succeeded_at`)
  onTestFinished(async () => {
    await db.execute(sql`update tron_cursor set succeeded_at = now() where chain = ${chain}`)
  })
  const page = await openTracker(await makeAgent(stage.world))
  await expect(tracker(page).getByRole('status')).toContainText(
    'Tron is slow to respond. Your money is safe, and we keep checking.',
  )
  await expect(page.getByText(/missing/i)).toHaveCount(0)
})

describe('the numbers of a top-up', () => {
  test('are short to read, whole to copy, and lead to the explorer', async () => {
    const agent = await makeAgent(stage.world)
    const txid = newTxid()
    await topups.arrive({ agentId: agent.id, txid })
    const page = await openTracker(agent)
    const short = `${txid.slice(0, 6)}…${txid.slice(-6)}`
    await expect(items(page)).toContainText(short)
    await items(page)
      .getByRole('button', { name: `Copy ${short}` })
      .click()
    await expect(notices(page).getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(txid)
    const link = items(page).getByRole('link', { name: 'Open in explorer' })
    await expect(link).toHaveAttribute('href', new RegExp(txid))
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noreferrer')
  })

  test('are the batch of a Perfect Money payment, which has no explorer and no confirmations', async () => {
    const agent = await makeAgent(stage.world)
    await topups.credit(await topups.payByPerfectMoney(agent.id, '812345678'))
    const page = await openTracker(agent)
    await expect(items(page)).toContainText('100.00USD')
    await expect(items(page)).toContainText('Batch number812345678')
    await expect(items(page).getByRole('link')).toHaveCount(0)
    await expect(items(page).getByRole('progressbar')).toHaveCount(0)
  })

  test('have the time of the chosen time zone', async () => {
    const agent = await makeAgent(stage.world)
    await topups.arrive({ agentId: agent.id, at: new Date('2026-03-09T20:15:00Z') })
    const page = await openTracker(agent, { stored: { 'select-timezone': 'Asia/Tashkent' } })
    await expect(items(page)).toContainText('10 Mar 2026 01:15')
  })
})

describe('the list', () => {
  test('has the newest first, twenty at a time, and the others when asked', async () => {
    const agent = await makeAgent(stage.world)
    for (let count = 1; count <= 25; count += 1) {
      await topups.arrive({ agentId: agent.id, units: BigInt(count) * 1_000_000n })
    }
    const page = await newPhoneWithClock(agent)
    // What listens on every screen reads the list too when it comes. On the dashboard nothing else does.
    await untilRead(page, () => page.goto('/dashboard'))
    await page.getByRole('link', { name: 'Add funds' }).click()
    await expect(items(page)).toHaveCount(20)
    await expect(items(page).first()).toContainText('25.00USDT')
    const more = tracker(page).getByRole('button', { name: 'Show more' })
    await page.route(TOPUPS, (route) => route.abort())
    await more.click()
    await expect(tracker(page).getByText('Could not load more.')).toBeVisible()
    await expect(items(page)).toHaveCount(20)
    await page.unroute(TOPUPS)
    await tracker(page).getByRole('button', { name: 'Try again' }).click()
    await expect(items(page)).toHaveCount(25)
    await expect(items(page).last()).toContainText('1.00USDT')
    await expect(more).toHaveCount(0)
    await topups.arrive({ agentId: agent.id, units: 26_000_000n })
    await topups.publish(agent.id, 'topups')
    await expect(items(page).first()).toContainText('26.00USDT')
    await expect(items(page)).toHaveCount(26)
  })

  test('that could not be loaded says so, leaves the wallets alone, and can be tried again', async () => {
    const agent = await makeAgent(stage.world)
    await topups.arrive({ agentId: agent.id })
    const page = await newPhoneWithClock(agent)
    await page.route(TOPUPS, (route) => route.abort())
    // What listens on every screen asks too when it comes, and would find what the tracker could not load.
    const asked = page.waitForEvent('requestfailed', (request) => TOPUPS.test(request.url()))
    await page.goto('/dashboard')
    await page.clock.fastForward(IDLE_MS)
    await asked
    await page.getByRole('link', { name: 'Add funds' }).click()
    await expect(page.getByRole('radio').first()).toBeVisible()
    await expect(tracker(page).getByRole('alert')).toContainText('The server does not answer. Check your connection')
    await page.unroute(TOPUPS)
    await tracker(page).getByRole('button', { name: 'Try again' }).click()
    await expect(items(page)).toHaveCount(1)
  })

  test("has nothing of another agent's", async () => {
    const [mine, other] = [await makeAgent(stage.world), await makeAgent(stage.world)]
    await topups.arrive({ agentId: other.id })
    const page = await openTracker(mine)
    await expect(page.getByText('You have not added funds yet. Payments will appear here automatically.')).toBeVisible()
  })

  test('is there for an agent who may not top up any more', async () => {
    const agent = await makeAgent(stage.world, { status: 'blocked' })
    await topups.arrive({ agentId: agent.id })
    await expect(items(await openTracker(agent))).toHaveCount(1)
  })

  test('is left out in the demo', async () => {
    const page = await stage.newPhone({ as: 'demo' })
    await page.goto('/account-deposit')
    await expect(page.getByText('This is a demo address. Do not send money to it.')).toBeVisible()
    await expect(tracker(page)).toHaveCount(0)
  })
})

describe('a credit', () => {
  const CREDITED = 'Funds added: +3,210,064.37 UZS'

  test('is announced once, on any screen, with the new balance', async () => {
    const agent = await makeAgent(stage.world, { float: '1000.00' })
    const id = await topups.arrive({ agentId: agent.id, confirmations: 18 })
    const page = await newPhoneWithClock(agent)
    await untilRead(page, () => page.goto('/dashboard'))
    await topups.credit(id)
    await topups.publish(agent.id, 'topups', 'balance')
    await expect(notices(page).getByText(CREDITED)).toBeVisible()
    await expect(page.getByText('3,211,064.37')).toBeVisible()
    await page.clock.fastForward(NOTIFIED_MS)
    await expect(notices(page).getByText(CREDITED)).toHaveCount(0)
    await untilRead(page, () => topups.publish(agent.id, 'topups'))
    await untilRead(page, () => page.reload())
    await topups.publish(agent.id, 'topups')
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(notices(page).getByText(/credited/)).toHaveCount(0)
    expectQuiet(page)
  })

  test('that was not seen coming is announced too, and several at once are one sum', async () => {
    const agent = await makeAgent(stage.world)
    const page = await newPhoneWithClock(agent)
    await untilRead(page, () => page.goto('/dashboard'))
    for (const batch of ['812345001', '812345002']) {
      await topups.credit(await topups.payByPerfectMoney(agent.id, batch))
    }
    await topups.publish(agent.id, 'topups')
    await expect(notices(page).getByText('Funds added: +2,568,051.50 UZS')).toBeVisible()
  })

  test('is announced and counted even when the server could not report it', async () => {
    const agent = await makeAgent(stage.world, { float: '1000.00' })
    const id = await topups.arrive({ agentId: agent.id, confirmations: 18 })
    const page = await newPhoneWithClock(agent)
    await page.route(LIVE, (route) => route.abort())
    await untilRead(page, () => page.goto('/dashboard'))
    await topups.credit(id)
    await page.clock.fastForward(ASKED_AGAIN_MS)
    await expect(notices(page).getByText(CREDITED)).toBeVisible()
    await expect(page.getByText('3,211,064.37')).toBeVisible()
  })

  test('does not keep silent about a hold', async () => {
    const agent = await makeAgent(stage.world)
    const id = await topups.arrive({ agentId: agent.id })
    const page = await newPhoneWithClock(agent)
    await untilRead(page, () => page.goto('/dashboard'))
    await topups.hold(id, 'below_minimum')
    await topups.publish(agent.id, 'topups')
    await expect(
      notices(page).getByText('A payment to your balance is on hold. See the reason under “Add funds”.'),
    ).toBeVisible()
  })
})

describe('with a top-up in every state, the page', () => {
  const looks: readonly [when: string, options: PhoneOptions][] = [
    ['in the dark at a desk', { theme: 'dark', viewport: 'desktop' }],
    ['by daylight on a phone, in Arabic', { language: 'ar' }],
  ]
  let agent: Agent
  beforeAll(async () => {
    agent = await makeAgent(stage.world)
    const arrive = () => topups.arrive({ agentId: agent.id })
    await topups.end(await arrive(), 'failed')
    await topups.end(await arrive(), 'returned', 'Sent back as you asked.')
    await topups.hold(await topups.arriveInOtherToken(agent.id), 'wrong_token')
    await topups.hold(await topups.arrive({ agentId: agent.id, units: 9_999_999n }), 'below_minimum')
    await topups.credit(await topups.payByPerfectMoney(agent.id, '812345003'))
    await topups.arrive({ agentId: agent.id, confirmations: 7 })
    await arrive()
  })

  test.each(looks)('has no fault of accessibility, and nothing smaller than a thumb %s', async (_when, options) => {
    const page = await openTracker(agent, options)
    const list = page.locator('main ol')
    await expect(list.locator('li')).toHaveCount(7)
    expect(await faults(page)).toEqual([])
    const small = await list
      .locator('a[href], button')
      .evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().height < 44).length)
    expect(small).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
