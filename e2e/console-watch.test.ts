import { randomUUID } from 'node:crypto'
import { formatDate } from '@cashbox/console/platform/values/dates'
import { createMoneyRequest, dismissRiskSignal, readRiskAgent } from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { setWebhookUrl } from '@cashbox/server/partners/set-webhook'
import { countNetwork } from '@cashbox/server/watch/count-network'
import { storeVerification } from '@cashbox/server/watch/read-status'
import { scanForRisk } from '@cashbox/server/watch/risk/scan-for-risk'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'
import { faultsInEveryLook, widthIn } from './access.ts'
import { type Agent, makeAgent } from './agents.ts'
import { topupsIn } from './topups.ts'

const HOUR_S = 60 * 60

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  stage.world.clock.leaveMidnight()
})
afterAll(() => stage.close())

/** What workers do every minute and every day. */
async function tidy() {
  await countNetwork(stage.world)
  await storeVerification(stage.world, () => stage.world.verify())
}

async function confirm(agent: Agent, type: 'deposit' | 'withdraw', amount: string, location: object = {}) {
  const { transaction_id, security_code } = await stage.world.openTransaction(type, amount, agent.cashId)
  const code = security_code === null ? {} : { security_code }
  const { status } = await stage.world.confirm(agent.token, { type, amount, transaction_id, ...code, ...location })
  expect(status).toBe(200)
  return transaction_id
}

/** Beside the one in which notices appear. */
const failure = (page: Page) => page.locator('#content').getByRole('alert')
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const badge = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Today/ })

test('the day begins with what was confirmed today, and with calm where nothing is wrong', async () => {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  await confirm(agent, 'deposit', '700.00')
  await confirm(agent, 'deposit', '33.33')
  await confirm(agent, 'withdraw', '120.50')
  await tidy()
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/')
  await expect(page).toHaveURL(/\/console\/today$/)
  await expect(page.getByText('No open alerts.').last()).toBeVisible()
  await expect(badge(page)).toHaveAccessibleName('Today')
  const row = page.getByRole('table', { name: "Today's volume" }).getByRole('row', { name: /^UZS/ })
  await expect(row.getByRole('cell').nth(1)).toContainText('733.332 payments')
  await expect(row.getByRole('cell').nth(2)).toContainText('120.501 payment')
  await expect(page.getByText('All checks passed.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'USDT → UZS' })).toContainText('12,650.5')
  const todo = part(page, 'To do')
  await expect(todo.getByRole('link', { name: /^Application Pending Agent .* ago$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Suspended' }).click()
  await expect(page).toHaveURL(/\/console\/agents\?status=suspended&is_demo=false$/)
  expectQuiet(page)
})

test('Today is one screen of a desk, with what is wrong first: also a webhook that fails with many events', async () => {
  const { world } = stage
  const agent = await makeAgent(world, { float: '90000.00' })
  for (let count = 0; count < 25; count += 1) await confirm(agent, 'deposit', '10.00')
  const { id: partnerId } = only(
    await world.db.query(sql`select id from partner where code = 'sandbox'`, { id: col.uuid }),
  )
  await setWebhookUrl(world.db, { url: 'http://127.0.0.1:9/', keyring: world.keyring, mayBePrivate: true, partnerId })
  await world.db.execute(sql`
    update partner set webhook_failing_since = ${world.clock.now()}, webhook_failures = 3 where code = 'sandbox'`)
  onTestFinished(async () => {
    await world.db.execute(
      sql`update partner set webhook_url = null, webhook_failing_since = null, webhook_failures = 0`,
    )
  })
  await tidy()
  const page = await stage.newDesk({ as: 'admin' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/console/today')
  const wrong = page.getByRole('region', { name: /open alert/ })
  await expect(wrong.getByRole('listitem').filter({ hasText: 'Sandbox player service' })).toContainText(
    /2\d webhook events/,
  )
  await expect(
    page.getByRole('region', { name: 'Technical status' }).getByRole('link', { name: /^Webhooks/ }),
  ).toContainText('events waiting')
  const parts = page.getByRole('main').getByRole('region')
  await expect(parts.first()).toHaveAccessibleName(/open alert/)
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
  await wrong.getByRole('link', { name: 'Partner' }).first().click()
  await expect(page).toHaveURL(/\/partners\/sandbox\?tab=access$/)
  expectQuiet(page)
})

test('Today names the agents whose float runs out, five of each currency, each with a link to their page', async () => {
  const { world } = stage
  const rich = await makeAgent(world, { float: '90000.00' })
  await confirm(rich, 'deposit', '20000.00')
  for (let count = 0; count < 6; count += 1) await makeAgent(world, { float: '1.00' })
  await tidy()
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/today')
  const low = page.getByRole('list', { name: 'Low float: UZS' })
  await expect(low.getByRole('link')).toHaveCount(5)
  await expect(low).toContainText(/and \d+ more/)
  const first = low.getByRole('link').first()
  const name = await first.innerText()
  await first.click()
  await expect(page).toHaveURL(/\/console\/agents\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  expectQuiet(page)
})

test('a held top-up raises an alert that leads to it, and is gone by itself once it is decided', async () => {
  const { world } = stage
  const agent = await makeAgent(world)
  const topups = topupsIn(world)
  const at = new Date(world.clock.now().getTime() - 25 * HOUR_S * 1000)
  const id = await topups.arrive({ agentId: agent.id, units: 4_000_000n, at })
  await topups.hold(id, 'below_minimum')
  await tidy()
  const page = await stage.newDesk({ as: 'finance' })
  await page.clock.install()
  await page.goto('/console/audit')
  await expect(badge(page)).toHaveAccessibleName('Today 1 alert')
  await badge(page).click()
  const alert = page.getByRole('listitem').filter({ hasText: 'A top-up of 4 USDT is held' })
  await expect(alert).toContainText(/below minimum/i)
  await expect(alert).toContainText('Since')
  // What waits for an operator stays in sight while an alert is open.
  await expect(part(page, 'To do').getByRole('link', { name: /^Held top-up: Below minimum/ })).toBeVisible()
  await alert.getByRole('link', { name: 'Held top-ups' }).click()
  await expect(page).toHaveURL(/\/console\/held-topups\?reason=below_minimum$/)
  const shownAgain = page.waitForResponse('**/operator/v1/watch/alerts')
  await page.goBack()
  await expect(alert).toBeVisible()
  // Which the next look would otherwise still wait for, and not find out what happens here.
  await shownAgain

  const finance = await operatorOf(world.address, 'finance')
  await finance.call(createMoneyRequest, {
    id: randomUUID(),
    kind: 'topup_return',
    topup_id: id,
    reason: 'sent back',
  })
  await page.clock.fastForward(31_000)
  await expect(page.getByText('No open alerts.').last()).toBeVisible()
  await expect(badge(page)).toHaveAccessibleName('Today')
  expectQuiet(page)
})

test('a server that fails is shown as such, with a way to try again, and never as an empty network', async () => {
  await tidy()
  const page = await stage.newDesk({ as: 'risk' })
  await page.clock.install()
  const broken = { status: 500, json: { code: 'internal', message: '', errors: {}, request_id: 'abc' } }
  await page.route('**/operator/v1/watch/*', (route) => route.fulfill(broken))
  await page.goto('/console/today')
  await expect(failure(page)).toContainText('Could not load this')
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByText('No open alerts.')).toHaveCount(0)
  await expect(badge(page)).toHaveAccessibleName('Today Could not load alerts')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(part(page, 'Floats')).toBeVisible()
  await expect(failure(page)).toHaveCount(0)

  await page.route('**/operator/v1/watch/*', (route) => route.fulfill(broken))
  await page.clock.fastForward(31_000)
  await expect(failure(page)).toContainText('Could not refresh')
  await expect(part(page, 'Floats')).toBeVisible()
  expectQuiet(page, /500/)
})

test('every page names its time zone and explains itself, and on a phone it says what waits', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  for (const [path, text] of [
    ['today', 'What waits for you, then whether today is normal'],
    ['audit', 'Everything that operators did'],
    ['settings', 'The agent app for everybody'],
  ]) {
    await page.goto(`/console/${path}`)
    await expect(page.getByText('Times in UTC')).toBeVisible()
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(page.getByRole('dialog', { name: 'Help' })).toContainText(text ?? '')
  }
  const phone = await stage.newDesk({ as: 'admin', viewport: 'phone' })
  await phone.goto('/console/audit')
  // All that may wait, beside each other.
  await phone.route('**/operator/v1/waiting-requests', async (route) => {
    const { payload } = (await (await route.fetch()).json()) as { payload: object }
    await route.fulfill({ json: { payload: { ...payload, applications: 12, requests: 34, held_topups: 56 } } })
  })
  await phone.reload()
  await expect(phone.getByRole('link', { name: /^Held top-ups/ })).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.getByRole('link', { name: /^Applications \d/ }).click()
  await expect(phone).toHaveURL(/\/console\/waiting$/)
  expectQuiet(page)
  expectQuiet(phone)
})

/** What the confirmations themselves say, as it is written. */
async function depositsOf(month: string) {
  const { sum } = only(
    await stage.world.db.query(
      sql`
        select sum(done.amount)::text as sum from confirmation as done
        join player_transaction as tx on tx.id = done.player_transaction_id
        join channel on channel.id = tx.channel_id and channel.currency_code = 'UZS' and not channel.is_demo
        where done.type = 'deposit' and to_char(done.finished_at at time zone 'UTC', 'YYYY-MM') = ${month}`,
      { sum: col.text },
    ),
  )
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(Number(sum) / 100)
}

test('months add up what was confirmed, by currency and channel, and can be taken away', async () => {
  await tidy()
  const month = stage.world.clock.now().toISOString().slice(0, 7)
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto(`/console/reports?from=${month}`)
  const row = page.getByRole('table', { name: 'UZS' }).getByRole('row', { name: new RegExp(`^${formatDate(month)}`) })
  await expect(row.first()).toContainText('Tashkent')
  await expect(row.first().getByRole('cell').nth(1)).toContainText(await depositsOf(month))
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  expect((await download).url()).toContain(`from=${month}`)
  await page.getByLabel('To', { exact: true }).fill('2001-01')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
  await expect(page).toHaveURL(/to=2001-01/)
  expectQuiet(page)
})

const loopOf = (within: Page | Locator) => within.getByRole('article', { name: 'Circular payments' })

/** One player in circles, seen by the worker that looks for risk. */
async function suspicious(fullName: string) {
  const agent = await makeAgent(stage.world, { fullName })
  const ids: string[] = []
  for (let round = 0; round < 3; round += 1) {
    ids.push(await confirm(agent, 'deposit', '50.00'), await confirm(agent, 'withdraw', '50.00'))
  }
  stage.world.clock.advance(100)
  await scanForRisk(stage.world)
  return { ...agent, transactionId: ids.at(-1) ?? '' }
}

test('a signal is shown with what it means and rests on, and counts no more once it is dismissed', async () => {
  const agent = await suspicious('Rustam Kadirov')
  const page = await stage.newDesk({ as: 'risk' })
  await page.goto('/console/risk?kind=circular_payments')
  const row = page.getByRole('row', { name: /Rustam Kadirov/ })
  await expect(row).toContainText('Circular payments')
  await row.getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: 'Rustam Kadirov' })
  await expect(drawer).toContainText('One player repeatedly deposits and soon withdraws about the same amount')
  await expect(drawer).toContainText('48210007 (sandbox)')
  await expect(drawer).toContainText('Occurrences3')
  await expect(drawer.getByRole('meter', { name: 'Score' })).toHaveAttribute('aria-valuenow', /^(4[5-9]|[5-9]\d|100)$/)
  await expect(drawer).toContainText(/\d(Watch|High)Under 30 low/)
  await expect(drawer.getByRole('meter', { name: 'Weight 45' })).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'What to do next' })).toContainText(
    /Look at the evidence today|Suspend the agent until/,
  )
  await expect(drawer).toContainText('Ask the partner about this player')
  const evidence = loopOf(drawer).getByRole('table', { name: /^Evidence/ })
  await loopOf(drawer).getByRole('button', { name: 'Show all 6' }).click()
  await expect(evidence.getByRole('row')).toHaveCount(7)
  await expect(evidence.getByRole('link', { name: agent.transactionId })).toHaveAttribute(
    'href',
    `/console/transactions/${agent.transactionId}`,
  )
  await drawer.getByRole('link', { name: 'Open full page' }).click()
  await expect(page).toHaveURL(new RegExp(`/console/risk/${agent.cashId}$`))

  await loopOf(page).getByRole('button', { name: 'Dismiss signal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss “Circular payments”?' })
  await expect(dialog).toContainText('If there is new evidence, the signal is opened again')
  await expect(dialog.getByRole('button', { name: 'Dismiss signal' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('A shop that tests its till.')
  await dialog.getByRole('button', { name: 'Dismiss signal' }).click()
  const dismissed = page.getByRole('region', { name: 'Dismissed signals' })
  await expect(dismissed).toContainText('A shop that tests its till.')
  await expect(dismissed).toContainText('Sandbox risk')
  await expect(loopOf(page).getByRole('button', { name: 'Dismiss signal' })).toHaveCount(0)
  await page.goto('/console/risk?kind=circular_payments')
  await expect(page.getByRole('row', { name: /Rustam Kadirov/ })).toHaveCount(0)
  expectQuiet(page)
})

test('evidence that is a location has a circle on the map as large as the phone was unsure', async () => {
  const agent = await makeAgent(stage.world, { fullName: 'Farida Nazarova', geoArea: 300 })
  for (let time = 0; time < 10; time += 1) await confirm(agent, 'deposit', '50.00', { geo_accuracy: 450 })
  stage.world.clock.advance(100)
  await scanForRisk(stage.world)
  const page = await stage.newDesk({ as: 'risk' })
  await page.goto(`/console/risk/${agent.cashId}`)
  const map = page.getByRole('group', { name: 'Evidence, Inaccurate locations' })
  await expect(map.getByRole('img', { name: /^Confirmation/ })).toHaveCount(10)
  const circles = map.locator('path.map-shape-main')
  await expect(circles).toHaveCount(10)
  // To scale: the map is as near as the circles allow, and they fill most of its height.
  const heightOf = async (drawn: Locator) => (await drawn.boundingBox())?.height ?? 0
  await expect.poll(async () => (await heightOf(circles.first())) / (await heightOf(map))).toBeGreaterThan(0.25)
  await expect(page.getByText('± 450 m').first()).toBeVisible()
  expectQuiet(page)
})

test('what another operator has dismissed meanwhile is shown as dismissed; and support sees no risk', async () => {
  const agent = await suspicious('Olim Saidov')
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto(`/console/risk/${agent.cashId}`)
  await loopOf(page).getByRole('button', { name: 'Dismiss signal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Nothing in it.')
  const other = await operatorOf(stage.world.address, 'risk')
  const { signals } = (await other.call(readRiskAgent, { cash_id: agent.cashId })).payload.agent
  const { id = '', version = 0 } = signals.find(({ kind }) => kind === 'circular_payments') ?? {}
  await other.call(dismissRiskSignal, { signal_id: id, version, reason: 'Spoke to them.' })
  await dialog.getByRole('button', { name: 'Dismiss signal' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Another operator has changed this')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Spoke to them.')).toBeVisible()
  expectQuiet(page, /409/)

  const support = await stage.newDesk({ as: 'support' })
  await support.goto(`/console/risk/${agent.cashId}`)
  await expect(support.getByText('Only these roles can open it: Risk or Admin.')).toBeVisible()
  await expect(support.getByRole('navigation').getByRole('link', { name: 'Risk' })).toHaveCount(0)
  await expect(support.getByRole('navigation').getByRole('link', { name: 'Monthly report' })).toHaveCount(0)
  expectQuiet(support)
})

test('with figures in them, the day and the months have no fault of accessibility', async () => {
  const { world } = stage
  await makeAgent(world, { history: 20 })
  await world.db.execute(sql`
    update partner set webhook_url = 'http://127.0.0.1:9/', webhook_secret = 's', webhook_failures = 3,
      webhook_failing_since = ${world.clock.now()} where code = 'sandbox'`)
  await countNetwork(world)
  await storeVerification(world, async () => [{ rule: 'above_floor', violations: 2, examples: [] }])
  const page = await stage.newDesk({ as: 'admin' })
  for (const path of ['/today', '/reports']) {
    await page.goto(`/console${path}`)
    await expect(page.getByRole('table', { name: /volume|UZS/ })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect([path, await faultsInEveryLook(page)]).toEqual([path, []])
    expect([path, await widthIn(page, 390)]).toEqual([path, 390])
  }
  expectQuiet(page)
})
