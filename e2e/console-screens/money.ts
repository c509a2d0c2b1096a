import { randomUUID } from 'node:crypto'
import { createMoneyRequest, listAgents, listApprovalRequests, listHeldTopups } from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

const DAY_S = 86_400

async function cashIdOf({ asOperator }: Props): Promise<string> {
  const { payload } = await (await asOperator('finance')).call(listAgents, { search: 'approved@cashbox.test' })
  return payload.list.find(({ is_demo }) => !is_demo)?.cash_id ?? ''
}

/** One request that finance made alone, and one that waits for a second operator. */
const ask = async (props: Props) => {
  const finance = await props.asOperator('finance')
  const { payload } = await finance.call(listApprovalRequests, { state: 'pending' })
  if (payload.list.length > 0) return
  const adjustment = { kind: 'adjustment', cash_id: await cashIdOf(props) } as const
  const reason = 'Cash received at the office, receipt 17.'
  await finance.call(createMoneyRequest, { ...adjustment, id: randomUUID(), amount: '250000.00', reason })
  await finance.call(createMoneyRequest, { ...adjustment, id: randomUUID(), amount: '4500000.00', reason })
}

const hold = async ({ asOperator, holdPayment }: Props) => {
  const { payload } = await (await asOperator('finance')).call(listHeldTopups, {})
  if (payload.list.length === 0) await holdPayment('41.50')
}

const fillIn = (amount: string) => async (page: Page, props: Props) => {
  await page.getByLabel('Cash ID').fill(await cashIdOf(props))
  await page.getByLabel('Amount').fill(amount)
  await page.getByLabel('Reason').fill('Cash received at the office, receipt 17.')
  await page
    .getByText('Approved Agent')
    .or(page.getByText(/becomes/))
    .first()
    .waitFor()
}

const review = async (page: Page, props: Props) => {
  await fillIn('4500000')(page, props)
  await press('Review request')(page)
}

/** As after a reload in the middle of it, while the server is silent. */
const wonder = async (page: Page) => {
  await page.route('**/operator/v1/approval-requests/*', () => {})
  await page.goto(`${form}&request=${randomUUID()}`)
  await page.getByText('Checking whether this went through…').waitFor()
}

const openStatement = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('link', { name: 'Open full page' }).click()
  await page.getByRole('navigation', { name: 'Agent details' }).getByRole('link', { name: 'Statement' }).click()
  await page.waitForURL(/statement/)
  await page.goto(`${page.url()}&from=${Math.floor(Date.now() / 1000) - DAY_S}`)
  await page
    .getByText(/receipt 17/)
    .first()
    .waitFor()
}

const openCredit = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('link', { name: 'Credit to agent' }).click()
  await page.getByText(/becomes/).waitFor()
}

const openApprovalLimits = async (page: Page) => {
  await press('Approval limits')(page)
  await page.getByRole('button', { name: 'Change UZS' }).click()
}

const decide = (name: string) => async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('button', { name }).click()
  await page
    .getByRole('dialog', { name: /request/ })
    .getByLabel('Note')
    .waitFor()
}

const waiting = '/console/approvals?state=pending'
const list = { path: '/console/approvals', before: ask }
const form = '/console/money/new?kind=adjustment'

export const moneyScreens: readonly Screen[] = [
  { name: 'console-money', ...list, operator: 'admin' },
  { name: 'console-money-own', path: waiting, before: ask, operator: 'finance', act: openFirstRow },
  { name: 'console-money-watched', path: waiting, before: ask, operator: 'risk', act: openFirstRow },
  { name: 'console-money-approve', path: waiting, before: ask, operator: 'admin', act: decide('Approve') },
  { name: 'console-money-reject', path: waiting, before: ask, operator: 'admin', act: decide('Reject') },
  { name: 'console-money-none', path: '/console/approvals/none', operator: 'finance' },
  { name: 'console-approval-limits', ...list, operator: 'finance', act: press('Approval limits') },
  { name: 'console-approval-limits-change', ...list, operator: 'admin', act: openApprovalLimits },
  { name: 'console-money-new', path: form, operator: 'finance' },
  { name: 'console-money-filled', path: form, operator: 'finance', act: fillIn('250000') },
  { name: 'console-money-review', path: form, operator: 'finance', act: review },
  { name: 'console-partner-payment', path: '/console/money/new?kind=partner_payment', operator: 'finance' },
  { name: 'console-money-unsure', path: form, operator: 'finance', act: wonder },
  { name: 'console-due-commissions', path: '/console/due-commissions', operator: 'finance' },
  { name: 'console-held-topups', path: '/console/held-topups', operator: 'finance', before: hold },
  { name: 'console-held-topup', path: '/console/held-topups', operator: 'finance', before: hold, act: openFirstRow },
  { name: 'console-held-credit', path: '/console/held-topups', operator: 'finance', before: hold, act: openCredit },
  {
    name: 'console-agent-statement',
    path: '/console/agents?search=approved%40cashbox.test&is_demo=false',
    operator: 'finance',
    before: ask,
    act: openStatement,
  },
]
