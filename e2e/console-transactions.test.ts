import { randomUUID } from 'node:crypto'
import { startDelivery } from '@cashbox/server/partners/webhooks/deliver'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, onTestFinished, test, vi } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openWithdrawal, wrongCode } from './payments-popup.ts'
import { post } from './props.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const PLAYER_SERVICE = '/sandbox/player-service'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('[data-row-link]')
const shows = (page: Page, ...ids: readonly string[]) => expect(rows(page)).toHaveText(ids)

/** Opened by the partner, for a player of one's own. */
async function open(input: { type: 'deposit' | 'withdraw'; amount: string; player_id: string; cash_id?: string }) {
  const opened = await post<{ transaction_id: string }>(`${stage.world.address}${PLAYER_SERVICE}/transactions`, input)
  return opened.transaction_id
}

async function lockedWithdrawal(token: string) {
  const { id, code } = await openWithdrawal(stage.world, '20.00')
  const payment = { transaction_id: id, type: 'withdraw', amount: '20.00' } as const
  for (let tries = 0; tries < 5; tries += 1) {
    await stage.world.confirm(token, { ...payment, security_code: wrongCode(code) })
  }
  return { id, confirm: () => stage.world.confirm(token, { ...payment, security_code: code }) }
}

test('a search narrows to what its filters say, lives in the address, and an ID with Enter opens the transaction', async () => {
  const agent = await makeAgent(stage.world)
  const player_id = `p-${randomUUID()}`
  const small = await open({ player_id, type: 'deposit', amount: '1077.01' })
  const large = await open({ player_id, type: 'withdraw', amount: '1077.03' })
  const aimed = await open({ player_id, type: 'deposit', amount: '1077.02', cash_id: agent.cashId })
  await stage.world.confirm(agent.token, { transaction_id: small, type: 'deposit', amount: '1077.01' })

  const page = await stage.newDesk({ as: 'risk' })
  await page.goto('/console/transactions')
  await page.getByLabel('Player').fill(player_id)
  await shows(page, aimed, large, small)
  await page.getByLabel('Status').selectOption('Open')
  await shows(page, aimed, large)
  await page.getByLabel('Cash ID').fill(agent.cashId)
  await shows(page, aimed)
  await page.getByLabel('Status').selectOption('All')
  await shows(page, small, aimed)
  await page.getByLabel('Cash ID').fill('')
  await button(page, 'More filters').click()
  await page.getByLabel('Type').selectOption('Withdrawal')
  await shows(page, large)
  await page.getByLabel('Type').selectOption('All')
  await page.getByLabel('Amount', { exact: true }).fill('1,077.02')
  await shows(page, aimed)
  await page.getByLabel('Amount', { exact: true }).fill('')
  await page.getByLabel('Amount from').fill('1077.02')
  await shows(page, aimed, large)
  await page.getByLabel('Partner').selectOption('Demo players')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
  await page.getByLabel('Partner').selectOption('Sandbox player service')
  await shows(page, aimed, large)
  await page.getByLabel('Created from').fill('2099-01-01T00:00')
  await expect(page.getByText('No results for these filters.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Created from')).toHaveValue('01 Jan 2099 00:00')
  await expect(page.getByLabel('Amount from')).toHaveValue('1077.02')
  await page.getByLabel('Transaction ID').fill(`${small.slice(0, 5)}-${small.slice(5)}`.toLowerCase())
  await page.getByLabel('Transaction ID').press('Enter')
  await expect(page.getByRole('dialog', { name: small })).toContainText('1,077.01')
  await page.keyboard.press('Escape')
  await shows(page, small)
  await expect(page).toHaveURL(new RegExp(`/transactions\\?transaction_id=${small}$`))
  expectQuiet(page)
})

test('a transaction that is locked is unlocked with a reason, and the agent can confirm it', async () => {
  const agent = await makeAgent(stage.world)
  const { id, confirm } = await lockedWithdrawal(agent.token)
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/transactions')
  await page.getByRole('link', { name: /^Show/ }).click()
  await page.getByRole('link', { name: id }).click()
  const drawer = page.getByRole('dialog', { name: id })
  await expect(drawer.getByText('Locked after five wrong codes')).toBeVisible()
  await expect(drawer.getByText('5 of 5')).toBeVisible()
  expect((await confirm()).failure.code).toBe('transaction_locked')

  await button(page, 'Unlock').click()
  const question = page.getByRole('dialog', { name: `Unlock ${id}?` })
  await expect(question.getByRole('button', { name: 'Unlock transaction' })).toBeDisabled()
  await question.getByLabel('Reason').fill('The player called.\nThe code was misread.')
  await question.getByRole('button', { name: 'Unlock transaction' }).click()
  await expect(page.getByText(`${id} was unlocked.`)).toBeVisible()
  await expect(drawer.getByText('Open', { exact: true })).toBeVisible()
  await expect(button(page, 'Unlock')).toHaveCount(0)
  expect((await confirm()).status).toBe(200)

  const admin = await stage.newDesk({ as: 'admin' })
  await admin.goto(`/console/transactions/${id}`)
  const happened = admin.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(happened).toHaveText([/Opened/, /Locked/, /Unlocked by .*The player called\. The code/, /Confirmed by/])
  await expect(admin.getByRole('link', { name: agent.cashId }).first()).toHaveAttribute('href', /agents\?search=/)
  const refused = admin.getByRole('table', { name: 'Refused attempts' })
  await expect(refused.getByRole('row', { name: /Wrong security code/ })).toContainText(agent.cashId)
  await refused
    .getByRole('row', { name: /Locked after wrong codes/ })
    .getByRole('link')
    .click()
  const ofAgent = admin.getByRole('table', { name: 'Refused attempts' })
  await expect(ofAgent.getByRole('row', { name: id }).first()).toBeVisible()
  await expect(admin).toHaveURL(/tab=refused/)
  expectQuiet(page)
  expectQuiet(admin)
})

test('an event is sent again after a question, and reaches the partner once more', async () => {
  const { address, services } = stage.world
  const delivery = startDelivery(services)
  onTestFinished(() => delivery.stop())
  const agent = await makeAgent(stage.world)
  const id = await openDeposit(stage.world, '30.00')
  await stage.world.confirm(agent.token, { transaction_id: id, type: 'deposit', amount: '30.00' })
  const heard = async () => {
    const all = (await (await fetch(`${address}${PLAYER_SERVICE}/events.json`)).json()) as { transaction_id: string }[]
    return all.filter(({ transaction_id }) => transaction_id === id)
  }
  await vi.waitFor(async () => expect(await heard()).toHaveLength(1), { timeout: 60_000 })

  const page = await stage.newDesk({ as: 'support' })
  await page.goto(`/console/transactions/${id}`)
  const events = page.getByRole('region', { name: 'Webhook events' })
  await expect(events.getByText('Attempt 1')).toBeVisible()
  await events.getByText('Payload').click()
  await expect(events.getByText(`"transaction_id": "${id}"`)).toBeVisible()
  await button(page, 'Send again').click()
  const question = page.getByRole('dialog', { name: 'Send this event to Sandbox player service again?' })
  await question.getByLabel('Reason').fill('They lost it.')
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(events.getByText('Attempt 2')).toBeVisible()
  await expect(events.getByText('1 earlier attempt')).toBeVisible()
  expect(await heard()).toMatchObject([{ is_duplicate: true }, { is_duplicate: false }])

  // The log of the partner has it too.
  await page.goto(`/console/partners/sandbox/events?transaction_id=${id}`)
  await rows(page).click()
  const event = page.getByRole('dialog', { name: 'Event' })
  await expect(event.getByText('1 earlier attempt')).toBeVisible()
  await expect(event.getByText(`"transaction_id":"${id}"`)).toBeVisible()

  await page.goto('/console/partners/sandbox?tab=access')
  await button(page, 'Send test event').click()
  await expect(page.getByRole('status', { name: 'Test event' })).toContainText('Response 200')
  expectQuiet(page)
})

test('a role is shown what it may do about a transaction, and nothing else', async () => {
  const agent = await makeAgent(stage.world)
  const { id: locked } = await lockedWithdrawal(agent.token)
  const confirmed = await openDeposit(stage.world, '40.00')
  await stage.world.confirm(agent.token, { transaction_id: confirmed, type: 'deposit', amount: '40.00' })
  const shown = async (role: 'support' | 'finance' | 'risk', acts: Record<string, string[]>) => {
    const page = await stage.newDesk({ as: role })
    for (const [id, names] of Object.entries(acts)) {
      await page.goto(`/console/transactions/${id}`)
      await expect(page.getByRole('region', { name: 'Webhook events' })).toBeVisible()
      await expect(page.getByRole('main').getByText(/^(Unlock|Send again|Reverse transaction)$/)).toHaveText(names)
    }
    return page
  }
  await shown('support', { [locked]: ['Unlock', 'Send again'], [confirmed]: ['Send again'] })
  const finance = await shown('finance', { [locked]: [], [confirmed]: ['Reverse transaction'] })
  await expect(finance.getByRole('link', { name: 'Reverse transaction' })).toHaveAttribute(
    'href',
    `/console/money/new?kind=reversal&transaction_id=${confirmed}`,
  )
  await shown('risk', { [locked]: [], [confirmed]: [] })
})

test('a filter that makes no sense is explained beside it, and the list comes back without it', async () => {
  const page = await stage.newDesk({ as: 'support', viewport: 'phone' })
  await page.goto('/console/transactions?amount=ten')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Enter an amount with at most two decimals.')
  await button(page, 'Filters').click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(/at most two decimals/)
  await page.getByLabel('Amount', { exact: true }).fill('')
  await expect(rows(page).first()).toBeVisible()
  await page.getByLabel('Cash ID').fill('1')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no agent with this cash ID.')
  await expect(page.getByLabel('Cash ID')).toHaveAccessibleDescription(/no agent with this cash ID/)
  await button(page, 'Clear filters').click()
  await expect(rows(page).first()).toBeVisible()
  await page.goto('/console/transactions/NOSUCHID22')
  await expect(page.getByText('No transactions found')).toBeVisible()
  expectQuiet(page, /422/, /404/)
})

test('the palette finds a transaction by its ID, however it is typed', async () => {
  const id = await openDeposit(stage.world, '50.00')
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`${id.slice(0, 3)}-${id.slice(3)}`.toLowerCase())
  await page.getByRole('option', { name: new RegExp(id) }).click()
  await expect(page).toHaveURL(new RegExp(`/console/transactions/${id}$`))
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Expires')).toBeVisible()
})
