import { randomUUID } from 'node:crypto'
import {
  createMoneyRequest,
  decideApprovalRequest,
  listApprovalRequests,
  readApprovalLimits,
  setApprovalLimit,
} from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect as compare, test } from 'vitest'
import { faults } from './access.ts'
import { type Agent, makeAgent } from './agents.ts'
import { openDeposit } from './payments-popup.ts'
import { topupsIn } from './topups.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  compare(await stage.world.verify()).toEqual([])
  await stage.close()
})

const REQUESTS = '**/operator/v1/money-requests'
const PREVIEW = `${REQUESTS}/preview`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const finance = () => operatorOf(stage.world.address, 'finance')

/** An adjustment, asked for without a browser. */
async function ask({ cashId }: Agent, amount: string) {
  const input = { id: randomUUID(), kind: 'adjustment', cash_id: cashId, amount, reason: 'Receipt 17.' } as const
  return (await (await finance()).call(createMoneyRequest, input)).payload.request
}

const requestsOf = async ({ cashId }: Agent) =>
  (await (await finance()).call(listApprovalRequests, { cash_id: cashId })).payload.list

async function fillIn(page: Page, { cashId }: Agent, amount: string) {
  await page.goto(`/console/money/new?kind=adjustment&cash_id=${cashId}`)
  await page.getByLabel('Amount').fill(amount)
  await page.getByLabel('Reason').fill('Cash received at the office.')
}

test('above the sum a request waits: who asked can not approve it, a colleague does, and the open phone shows it', async () => {
  const agent = await makeAgent(stage.world, { float: '10000.00', fullName: 'Madina Yusupova' })
  const phone = await stage.newPhone({ as: agent })
  await phone.goto('/dashboard')
  await expect(phone.getByText('10,000.00 UZS')).toBeVisible()

  const author = await stage.newDesk({ as: 'finance' })
  await author.goto(`/console/agents/${agent.id}`)
  await author.getByRole('link', { name: 'Adjust balance' }).click()
  await expect(author.getByLabel('Cash ID')).toHaveValue(agent.cashId)
  await expect(button(author, 'Review request')).toBeDisabled()
  await author.getByLabel('Amount').fill('1500000')
  await author.getByLabel('Reason').fill('Cash received at the office.')
  await expect(author.getByText('10,000.00 becomes 1,510,000.00 UZS')).toBeVisible()
  await button(author, 'Review request').click()
  await expect(author.getByRole('dialog')).toContainText('Madina Yusupova')
  await expect(author.getByRole('dialog')).toContainText('Above 1,000,000.00 UZS, a second operator must approve')
  await button(author, 'Send for approval').click()
  await expect(author.getByText('Waiting for approval. No money has moved yet')).toBeVisible()
  await author.getByRole('link', { name: 'View request' }).click()
  await expect(author.getByText('Waiting for another operator')).toBeVisible()
  await expect(button(author, 'Approve')).toHaveCount(0)
  await expect(button(author, 'Withdraw request')).toBeVisible()
  compare(await stage.world.balance(agent.token)).toBe('10000.00')

  const colleague = await stage.newDesk({ as: 'admin' })
  await colleague.goto(`/console/approvals?state=pending&cash_id=${agent.cashId}`)
  await colleague.getByRole('row', { name: agent.cashId }).getByRole('link').click()
  await button(colleague, 'Approve').click()
  await colleague
    .getByRole('dialog', { name: /Approve request/ })
    .getByLabel('Note')
    .fill('Seen the receipt.')
  await button(colleague, 'Approve request').click()
  await expect(colleague.getByText(/Request \d+ completed\./)).toBeVisible()
  await expect(colleague.getByRole('dialog')).toContainText('Seen the receipt.')

  await expect(phone.getByText('1,510,000.00 UZS')).toBeVisible()
  await colleague.goto(`/console/agents/${agent.id}?tab=statement`)
  const entry = colleague.getByRole('row', { name: 'Cash received at the office.' })
  await expect(entry).toContainText('+1,500,000.00')
  await entry.getByRole('link', { name: 'Request' }).click()
  await expect(colleague).toHaveURL(/\/console\/approvals\/[\da-f-]{36}$/)
  for (const page of [phone, author, colleague]) expectQuiet(page)
})

test('a held top-up is credited by a request, and is held no more', async () => {
  const agent = await makeAgent(stage.world, { float: '0.00' })
  const topups = topupsIn(stage.world)
  const id = await topups.arrive({ agentId: agent.id, units: 3_000_000n, confirmations: 20 })
  await topups.hold(id, 'below_minimum')
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto(`/console/held-topups?cash_id=${agent.cashId}`)
  await page.getByRole('link', { name: 'Below minimum' }).click()
  await page.getByRole('link', { name: 'Credit to agent' }).click()
  await expect(page.getByText('0.00 becomes 37,951.50 UZS')).toBeVisible()
  await page.getByLabel('Rate').fill('10000')
  await expect(page.getByText('0.00 becomes 30,000.00 UZS')).toBeVisible()
  await page.getByLabel('Reason').fill('Agreed by phone.')
  await button(page, 'Review request').click()
  await button(page, 'Move money now').dblclick()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  compare(await stage.world.balance(agent.token)).toBe('30000.00')
  compare(await requestsOf(agent)).toHaveLength(1)
  await page.goto(`/console/held-topups?cash_id=${agent.cashId}`)
  await expect(page.getByText('No held top-ups found')).toBeVisible()
  expectQuiet(page)
})

test('a confirmed transaction is taken back with its fee, and only once', async () => {
  const agent = await makeAgent(stage.world, { float: '5000.00' })
  const { transaction_id } = await stage.world.openTransaction('deposit', '2000.00', agent.cashId)
  await stage.world.confirm(agent.token, { type: 'deposit', transaction_id, amount: '2000.00' })
  const page = await stage.newDesk({ as: 'finance' })
  const path = `/console/money/new?kind=reversal&transaction_id=${transaction_id}`
  await page.goto(path)
  await expect(page.getByText('3,000.00 becomes 5,000.00 UZS')).toBeVisible()
  await expect(page.getByText('40.00 becomes 0.00 UZS')).toBeVisible()
  await page.getByLabel('Reason').fill('The player was charged twice.')
  await button(page, 'Review request').click()
  await button(page, 'Move money now').click()
  await expect(page.getByText(/Request \d+ completed\./)).toBeVisible()
  compare(await stage.world.balance(agent.token)).toBe('5000.00')
  await page.goto(path)
  await expect(page.getByLabel('Transaction ID')).toHaveAccessibleDescription(/was reversed/)
  await expect(button(page, 'Review request')).toBeDisabled()
  expectQuiet(page, /422/)
})

test('what will happen is asked of the server as one types, and again before anything is sent', async () => {
  const agent = await makeAgent(stage.world, { float: '1000.00' })
  const page = await stage.newDesk({ as: 'finance' })
  await page.route(PREVIEW, (route) => route.abort('connectionreset'))
  await fillIn(page, agent, '250')
  await expect(page.getByText('Could not load this')).toBeVisible()
  await page.unroute(PREVIEW)
  await button(page, 'Try again').click()
  await expect(page.getByText('1,000.00 becomes 1,250.00 UZS')).toBeVisible()
  // The answer before stays until the next one is there.
  await page.getByLabel('Amount').fill('1 300,50')
  await expect(page.getByText('1,000.00 becomes 2,300.50 UZS')).toBeVisible()
  await page.getByRole('radio', { name: 'Debit balance' }).check()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/does not cover this amount/)
  await page.getByLabel('Amount').fill('1000')
  await expect(page.getByText('1,000.00 becomes 0.00 UZS')).toBeVisible()
  // Money that has moved meanwhile is found out before the question, not after it.
  await ask(agent, '-0.01')
  await button(page, 'Review request').click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/does not cover this amount/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  compare(await stage.world.balance(agent.token)).toBe('999.99')
  expectQuiet(page, /CONNECTION_RESET/, /422/)
})

test('after a lost answer the server is asked, and what really happened is shown', async () => {
  const agent = await makeAgent(stage.world, { float: '1000.00' })
  const page = await stage.newDesk({ as: 'finance' })
  // It never reaches the server.
  await page.route(REQUESTS, (route) => route.abort('connectionreset'))
  await fillIn(page, agent, '250')
  await button(page, 'Review request').click()
  await button(page, 'Move money now').click()
  await expect(page.getByText('Checking whether this went through…')).toBeVisible()
  await expect(button(page, 'Review request')).toBeHidden()
  await expect(page.getByText('The request did not reach the server')).toBeVisible()
  compare(await stage.world.balance(agent.token)).toBe('1000.00')
  await expect(page.getByLabel('Amount')).toHaveValue('250')
  // It is carried out, and the answer is lost.
  await page.unroute(REQUESTS)
  await page.route(REQUESTS, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await button(page, 'Review request').click()
  await button(page, 'Move money now').click()
  await expect(page.getByText(/Request \d+ completed\./)).toBeVisible()
  // A reloaded page asks what became of it, instead of asking for it anew.
  await page.reload()
  await expect(page.getByText(/Request \d+ completed\./)).toBeVisible()
  compare(await stage.world.balance(agent.token)).toBe('1250.00')
  compare(await requestsOf(agent)).toHaveLength(1)
  expectQuiet(page, /CONNECTION_RESET/, /404/)
})

test('a decision whose answer is lost ends as it really ended', async () => {
  const agent = await makeAgent(stage.world, { float: '1000.00' })
  const { id } = await ask(agent, '2000000.00')
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto(`/console/approvals/${id}`)
  await page.route('**/operator/v1/approval-requests/*/decision', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await button(page, 'Approve').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/Request \d+ completed\./)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  compare(await stage.world.balance(agent.token)).toBe('2001000.00')
  expectQuiet(page, /CONNECTION_RESET/)
})

test('a decision on a request that another operator has decided meanwhile is refused, and the current state is shown', async () => {
  const agent = await makeAgent(stage.world, { float: '3000000.00' })
  const request = await ask(agent, '-3000000.00')
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto(`/console/approvals/${request.id}`)
  await button(page, 'Approve').click()
  const other = await operatorOf(stage.world.address, 'admin')
  const decided = { request_id: request.id, version: request.version, decision: 'reject', note: 'Not agreed.' } as const
  await other.call(decideApprovalRequest, decided)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Another operator has changed this')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Not agreed.')).toBeVisible()
  await expect(button(page, 'Approve')).toHaveCount(0)
  compare(await stage.world.balance(agent.token)).toBe('3000000.00')
  expectQuiet(page, /409/)
})

test('what can not be done any more says why, and what can not be done now says so beside its field', async () => {
  const agent = await makeAgent(stage.world, { float: '2000000.00' })
  const { id } = await ask(agent, '-2000000.00')
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto(`/console/money/new?kind=payout&cash_id=${agent.cashId}`)
  await page.getByLabel('Paid to').fill('Cash')
  await page.getByLabel('Reason').fill('End of the month.')
  await page.getByLabel('Amount').fill('2000000.01')
  await expect(page.getByText("The agent's balance does not cover this amount.")).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  await expect(button(page, 'Review request')).toBeDisabled()
  await page.getByLabel('Amount').fill('0.01')
  await button(page, 'Review request').click()
  await button(page, 'Move money now').click()
  await expect(page.getByText(/completed\./)).toBeVisible()
  await page.goto(`/console/approvals/${id}`)
  await button(page, 'Approve').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved, but failed')).toBeVisible()
  await expect(page.getByText('The agent’s balance no longer covered the amount.')).toBeVisible()
  expectQuiet(page, /422/)
})

test('an admin changes the sum that takes two, and it counts from the next request; others only see it', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto('/console/approvals')
  await button(page, 'Approval limits').click()
  await button(page, 'Change UZS').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Limit for one operator').fill('plenty')
  await dialog.getByLabel('Reason').fill('A new office.')
  await button(page, 'Save').click()
  await expect(dialog.getByLabel('Limit for one operator')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Limit for one operator').fill('200')
  await dialog.getByLabel('Daily cap per operator').fill('10000000')
  await button(page, 'Save').click()
  await expect(dialog.getByText('200.00')).toBeVisible()
  compare([(await ask(agent, '200.00')).state, (await ask(agent, '200.01')).state]).toEqual(['completed', 'pending'])

  const watcher = await stage.newDesk({ as: 'risk' })
  await watcher.goto('/console/approvals')
  await expect(watcher.getByRole('link', { name: 'New request' })).toHaveCount(0)
  await button(watcher, 'Approval limits').click()
  await expect(watcher.getByRole('dialog').getByText('200.00')).toBeVisible()
  await expect(button(watcher, 'Change UZS')).toHaveCount(0)
  expectQuiet(page, /422/)
  expectQuiet(watcher)

  const admin = await operatorOf(stage.world.address, 'admin')
  const { version } = (await admin.call(readApprovalLimits, {})).payload
  const input = { version, asset: 'UZS', above: '1000000', reason: 'As before.' }
  const { request } = (await admin.call(setApprovalLimit, input)).payload
  const second = await operatorOf(stage.world.address, 'admin2')
  await second.call(decideApprovalRequest, { request_id: request?.id ?? '', version: 1, decision: 'approve' })
})

test('commission is credited for chosen agents at once, with one outcome each, and those above the sum wait', async () => {
  const small = await makeAgent(stage.world, { float: '5000.00' })
  const large = await makeAgent(stage.world, { float: '90000000.00' })
  const confirm = async ({ token }: Agent, amount: string) => {
    const transaction_id = await openDeposit(stage.world, amount)
    compare((await stage.world.confirm(token, { transaction_id, type: 'deposit', amount })).status).toBe(200)
  }
  await confirm(small, '1000.00')
  await confirm(large, '80000000.00')
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/today')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Commission due' }).click()
  for (const { cashId } of [small, large]) await page.getByRole('row', { name: cashId }).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Credit commission' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Selected rows' })).toContainText('20.00 UZS')
  await dialog.getByLabel('Reason, which the agents see').fill('Commission of March')
  compare(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Credit commission' }).click()
  const result = page.getByRole('dialog', { name: 'Result for the selected rows' })
  await expect(result.getByText('Credit commission: 1 of 2 done')).toBeVisible()
  await expect(result.getByText('Waiting for a second operator')).toBeVisible()
  await result.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row', { name: small.cashId })).toHaveCount(0)
  await expect(page.getByRole('row', { name: large.cashId })).toContainText('Credit waits for approval')
  compare(await stage.world.balance(small.token)).toBe('4020.00')
  expectQuiet(page)
})
