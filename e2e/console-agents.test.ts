import { randomUUID } from 'node:crypto'
import { decideAgent, readAgent } from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, onTestFinished, test, vi } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openPopup } from './payments-popup.ts'
import { openTron } from './topups.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ worker: true })
})
afterAll(() => stage.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Fills in the agents' form, as it is on a phone. */
async function signUp(name: string, email: string) {
  const phone = await stage.newPhone()
  await phone.goto('/auth/signup')
  const [first = '', last = ''] = name.split(' ')
  const password = 'Bazaar7!gate'
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(texts)) await field(phone, label).fill(value)
  }
  const choose = async (label: string, option: string) => {
    await phone.getByRole('combobox', { name: label }).click()
    await phone.getByRole('option', { name: option }).click()
    await expect(phone.getByRole('dialog')).toHaveCount(0)
  }
  const next = () => button(phone, 'Next').click()
  await fill({
    'First name': first,
    'Last name': last,
    'E-mail': email,
    Password: password,
    'Repeat password': password,
  })
  await next()
  await choose('Country', 'Uzbekistan')
  await fill({ City: 'Tashkent', Street: 'Navoi 5' })
  await next()
  await choose('Messenger', 'Telegram')
  await fill({ Phone: '90 123 45 67', 'Messenger ID': '@dilnoza' })
  await phone.getByLabel('I agree to the terms of use').check()
  await button(phone, 'Sign up').click()
  await expect(phone).toHaveURL(/\/auth\/verify$/)
  return { phone, password }
}

/** The link in the letter to an address. */
const linkTo = (address: string) =>
  vi.waitFor(
    async () => {
      const letters = (await stage.world.inbox?.list()) ?? []
      const link = letters.find(({ to }) => to.includes(address))?.links[0]
      if (!link) throw new Error(`no letter to ${address}`)
      return link
    },
    { timeout: 60_000, interval: 100 },
  )

/** At the point where phones are, after a place that does not exist. */
async function approve(desk: Page, name: string) {
  await button(desk, 'Approve').click()
  const dialog = desk.getByRole('dialog', { name: `Approve ${name}?` })
  await dialog.getByLabel('Latitude').fill('95')
  await dialog.getByLabel('Longitude').fill('69.2401')
  await dialog.getByLabel('Radius in metres').fill('500')
  await dialog.getByLabel('Daily limit').fill('9000')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByLabel('Latitude')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Latitude').fill('41.2995')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText(`${name} was approved.`)).toBeVisible()
}

test('an agent signs up, is approved, tops up, confirms a deposit and is suspended, and sees each in an open tab as it happens', async () => {
  const name = 'Dilnoza Rahimova'
  const email = `dilnoza-${randomUUID()}@example.com`
  const { phone, password } = await signUp(name, email)
  await phone.goto(await linkTo(email))
  await expect(phone).toHaveURL(/\/dashboard$/)
  await phone.context().close()

  const counter = await stage.newPhone()
  await counter.goto('/auth/login')
  await field(counter, 'E-mail').fill(email)
  await field(counter, 'Password').fill(password)
  await button(counter, 'Log in').click()
  await expect(counter.getByText('Your account is being reviewed')).toBeVisible()

  const desk = await stage.newDesk({ as: 'risk' })
  await desk.goto('/console/waiting')
  await desk.getByRole('row', { name: email }).getByRole('link').click()
  await approve(desk, name)
  await expect(counter.getByText('Your account is being reviewed')).toHaveCount(0)

  const tron = await openTron(stage.world)
  onTestFinished(() => tron.stop())
  await counter.goto('/account-deposit')
  await tron.send((await counter.locator('bdi.select-all').textContent()) ?? '', '20')
  await tron.mine(25)
  await expect(counter.getByText('+253,010.00', { exact: true })).toBeVisible()

  const transactionId = await openDeposit(stage.world, '250.00')
  const { id, submit, gotIt } = await openPopup(counter, 'deposit')
  await id.fill(transactionId)
  await submit.click()
  await gotIt.click()

  await desk.goto(`/console/transactions?transaction_id=${transactionId}`)
  await expect(desk.getByRole('row', { name: transactionId })).toContainText('Confirmed')
  await desk.getByRole('link', { name: transactionId }).click()
  await desk.getByRole('link', { name: new RegExp(name) }).click()
  await desk.getByRole('link', { name: /^\d{6}$/ }).click()
  await desk.getByRole('link', { name: 'Open full page' }).click()
  await expect(desk.getByText('252,760.00')).toBeVisible()
  await desk.getByRole('link', { name: /^Top-ups/ }).click()
  await expect(desk.getByRole('row', { name: '20 USDT' })).toContainText('253,010.00')
  await desk
    .getByRole('navigation', { name: 'Agent details' })
    .getByRole('link', { name: /^Transactions/ })
    .click()
  await expect(desk.getByRole('row', { name: transactionId })).toContainText('250.00')
  await desk.getByRole('link', { name: 'Locations' }).click()
  await expect(desk.getByRole('row', { name: transactionId })).toContainText('0 m')

  await button(desk, 'Suspend').click()
  const suspension = desk.getByRole('dialog')
  await expect(suspension.getByRole('button', { name: 'Suspend' })).toBeDisabled()
  await suspension.getByLabel('Note to the agent').fill('Please call us about the last deposit.')
  await expect(suspension.getByRole('button', { name: 'Suspend' })).toBeDisabled()
  await suspension.getByLabel('Internal reason').fill('The same phone as a blocked agent.')
  await suspension.getByRole('button', { name: 'Suspend' }).click()
  await expect(counter.getByText('Please call us about the last deposit.')).toBeVisible()
  await desk.getByRole('link', { name: 'Status history' }).click()
  const stopped = desk.getByRole('listitem').filter({ hasText: 'Please call us' })
  await expect(stopped).toContainText('Suspended')
  await expect(stopped).toContainText('Internal reason: The same phone as a blocked agent.')
  await expect(counter.getByText('The same phone')).toHaveCount(0)
  expectQuiet(counter)
  expectQuiet(desk, /422/)
})

test('a decision on an agent whom another operator has changed meanwhile is refused, and the current state is shown', async () => {
  const agent = await makeAgent(stage.world, { status: 'pending' })
  const page = await stage.newDesk({ as: 'support' })
  await page.goto(`/console/agents/${agent.id}`)
  await button(page, 'Reject').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note to the agent').fill('The point is too close to another.')
  const other = await operatorOf(stage.world.address, 'admin')
  const { version } = (await other.call(readAgent, { agent_id: agent.id })).payload.agent
  await other.call(decideAgent, {
    agent_id: agent.id,
    version,
    action: 'request_info',
    note: 'A photo of the point, please.',
  })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Another operator has changed this')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('A photo of the point, please.')).toBeVisible()
  await button(page, 'Approve').click()
  await dialog.getByLabel('Radius in metres').fill('300')
  await expect(dialog.getByLabel('Credit line')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Aziza Karimova was approved.')).toBeVisible()
  expectQuiet(page, /409/)
})

test('contact details are changed with a reason, and terms name the fields that wait for a second operator', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newDesk({ as: 'risk' })
  await page.goto(`/console/agents/${agent.id}`)
  await button(page, 'Change contact details').click()
  const contact = page.getByRole('dialog')
  await contact.getByLabel('City').fill('Samarkand')
  await contact.getByLabel('Phone').fill('12')
  await contact.getByLabel('Reason').fill('They moved.')
  await contact.getByRole('button', { name: 'Save contact details' }).click()
  await expect(contact.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await contact.getByLabel('Phone').fill('+998 90 765 43 21')
  await contact.getByRole('button', { name: 'Save contact details' }).click()
  await expect(contact).toHaveCount(0)
  await expect(page.getByText('+998907654321')).toBeVisible()
  await expect(page.getByText('Samarkand')).toBeVisible()

  await button(page, 'Change terms').click()
  const terms = page.getByRole('dialog')
  await expect(terms.getByText('need a second approval')).toBeVisible()
  await terms.getByLabel('Credit line').fill('2000000')
  await expect(terms.getByText('A second operator must approve: Credit line.')).toBeVisible()
  await terms.getByLabel('Reason').fill('A large market.')
  await terms.getByRole('button', { name: 'Save terms' }).click()
  await expect(terms).toHaveCount(0)
  await expect(page.getByText('A change waits for approval: Agent terms (Credit line)')).toBeVisible()
  const support = await stage.newDesk({ as: 'support' })
  await support.goto(new URL(page.url()).pathname)
  await expect(support.getByText('A change waits for approval: Agent terms (Credit line)')).toBeVisible()
  await expect(support.getByRole('link', { name: /View request/ })).toHaveCount(0)
  await page.getByRole('link', { name: /View request \d+/ }).click()
  await expect(page).toHaveURL(/\/console\/approvals\//)
  await expect(page.getByText('A large market.')).toBeVisible()
  expectQuiet(page, /422/)
})

test('a role is shown what it may do, and nothing else', async () => {
  const { id } = await makeAgent(stage.world)
  const finance = await stage.newDesk({ as: 'finance' })
  await finance.goto(`/console/agents/${id}?tab=sessions`)
  await expect(
    finance.getByRole('table', { name: 'Sessions' }).getByText('Active', { exact: true }).first(),
  ).toBeVisible()
  for (const name of ['Suspend', 'Block', 'Change terms', 'End session', 'End all sessions']) {
    await expect(button(finance, name)).toHaveCount(0)
  }
  const support = await stage.newDesk({ as: 'support' })
  await support.goto(`/console/agents/${id}?tab=audit`)
  await expect(button(support, 'Suspend')).toBeVisible()
  await expect(button(support, 'Change terms')).toHaveCount(0)
  await expect(support.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
})

test('sessions are ended after a question, terms change with a reason, and notes stay among operators', async () => {
  const agent = await makeAgent(stage.world)
  const phone = await stage.newPhone({ as: agent })
  await phone.goto('/dashboard')
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  const page = await stage.newDesk({ as: 'risk' })
  await page.goto(`/console/agents/${agent.id}?tab=notes`)
  await page.getByLabel('New note').fill('Knows the regulars by name.')
  await button(page, 'Add note').click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Knows the regulars by name.')
  await button(page, 'Change terms').click()
  const terms = page.getByRole('dialog')
  await terms.getByLabel('Deposit fee').fill('1.25')
  await terms.getByLabel('Reason').fill('A trial of a month.')
  await button(page, 'Save terms').click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('1.25 %')).toBeVisible()
  await page.getByRole('link', { name: /^Sessions/ }).click()
  await button(page, 'End all sessions').click()
  await terms.getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText('All sessions ended.')).toBeVisible()
  await expect(phone).toHaveURL(/\/auth\//)
  expectQuiet(page)
})

test('the palette finds an agent by name', async () => {
  const { id } = await makeAgent(stage.world, { fullName: 'Zulfiya Palieva' })
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/agents?search=Unknown+Person')
  await expect(page.getByText('No agents found')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Zulfiya')
  await page.getByRole('option', { name: /Zulfiya Palieva/ }).click()
  await expect(page).toHaveURL(new RegExp(`/console/agents/${id}$`))
})
