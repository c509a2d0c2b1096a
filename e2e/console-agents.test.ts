import { AxeBuilder } from '@axe-core/playwright'
import { decideAgent, readAgent } from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { operatorOf } from '../apps/server/test/operator-client.ts'
import { makeAgent } from './agents.ts'
import { openDeposit, openPopup } from './payments-popup.ts'
import { expect, expectQuiet, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

test('an agent is approved, works, and is suspended, and reads all of it in an open tab as it happens', async () => {
  const agent = await makeAgent(stage.world, { status: 'pending', float: '10000.00', fullName: 'Dilnoza Rahimova' })
  const phone = await stage.newPhone({ as: agent })
  await phone.goto('/dashboard')
  await expect(phone.getByText('Your account is being checked')).toBeVisible()

  const desk = await stage.newDesk({ as: 'risk' })
  await desk.goto('/console/waiting')
  await desk.getByRole('link', { name: 'Dilnoza Rahimova' }).click()
  await button(desk, 'Approve').click()
  const dialog = desk.getByRole('dialog', { name: 'Approve Dilnoza Rahimova?' })
  await dialog.getByLabel('Latitude').fill('95')
  await dialog.getByLabel('Longitude').fill('69.2401')
  await dialog.getByLabel('Radius in metres').fill('500')
  await dialog.getByLabel('Most in one day').fill('9000')
  await button(desk, 'Approve').last().click()
  await expect(dialog.getByLabel('Latitude')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Latitude').fill('41.2995')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('Dilnoza Rahimova is approved.')).toBeVisible()

  await expect(phone.getByText('Your account is being checked')).toHaveCount(0)
  const { id, submit, gotIt } = await openPopup(phone, 'deposit')
  const transactionId = await openDeposit(stage.world, '250.00')
  await id.fill(transactionId)
  await submit.click()
  await gotIt.click()

  await desk.goto(`/console/agents/${agent.id}?tab=transactions`)
  await expect(desk.getByRole('row', { name: transactionId })).toContainText('250.00')
  await expect(desk.getByText('9,750.00')).toBeVisible()
  await desk.getByRole('link', { name: 'Locations' }).click()
  await expect(desk.getByRole('row', { name: transactionId })).toContainText('0 m')

  await button(desk, 'Suspend').click()
  const suspension = desk.getByRole('dialog')
  await expect(suspension.getByRole('button', { name: 'Suspend' })).toBeDisabled()
  await suspension.getByLabel('Note to the agent').fill('Please call us about the last deposit.')
  await suspension.getByRole('button', { name: 'Suspend' }).click()
  await expect(phone.getByText('Please call us about the last deposit.')).toBeVisible()
  await desk.getByRole('link', { name: 'Status history' }).click()
  await expect(desk.getByRole('listitem').filter({ hasText: 'Please call us' })).toContainText('Suspended')
  expectQuiet(phone)
  expectQuiet(desk, /422/)
})

test('a decision on an agent whom somebody has changed meanwhile is not taken, and shows them as they are', async () => {
  const agent = await makeAgent(stage.world, { status: 'pending' })
  const page = await stage.newDesk({ as: 'support' })
  await page.goto(`/console/agents/${agent.id}`)
  await button(page, 'Reject').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note to the agent').fill('The point is too close to another.')
  const other = await operatorOf(stage.world.address, 'admin')
  const { version } = (await other.call(readAgent, { agent_id: agent.id })).payload.agent
  await other.call(decideAgent, { agent_id: agent.id, version, action: 'ask', note: 'A photo of the point, please.' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody has changed this meanwhile')
  await dialog.getByRole('button', { name: 'Show it as it is now' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('A photo of the point, please.')).toBeVisible()
  await button(page, 'Approve').click()
  await expect(dialog.getByLabel('Radius in metres')).toBeVisible()
  await expect(dialog.getByLabel('Credit line')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Aziza Karimova is approved.')).toBeVisible()
  expectQuiet(page, /409/)
})

test('a role is shown what it may do, and nothing else', async () => {
  const { id } = await makeAgent(stage.world)
  const finance = await stage.newDesk({ as: 'finance' })
  await finance.goto(`/console/agents/${id}?tab=sessions`)
  await expect(finance.getByRole('table', { name: 'Sessions' }).getByText('Open')).toBeVisible()
  for (const name of ['Suspend', 'Block', 'Change terms', 'End', 'End all sessions']) {
    await expect(button(finance, name)).toHaveCount(0)
  }
  const support = await stage.newDesk({ as: 'support' })
  await support.goto(`/console/agents/${id}?tab=audit`)
  await expect(button(support, 'Suspend')).toBeVisible()
  await expect(button(support, 'Change terms')).toHaveCount(0)
  await expect(support.getByRole('link', { name: 'Audit' })).toHaveCount(0)
})

test('sessions are ended after a question, terms change with a reason, and notes stay among operators', async () => {
  const agent = await makeAgent(stage.world)
  const phone = await stage.newPhone({ as: agent })
  await phone.goto('/dashboard')
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  const page = await stage.newDesk({ as: 'risk' })
  await page.goto(`/console/agents/${agent.id}?tab=notes`)
  await page.getByLabel('New note').fill('Knows the regulars by name.')
  await button(page, 'Add').click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Knows the regulars by name.')
  await button(page, 'Change terms').click()
  const terms = page.getByRole('dialog')
  await terms.getByLabel('Fee on deposits').fill('1.25')
  await terms.getByLabel('Reason').fill('A trial of a month.')
  await button(page, 'Change').click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('1.25 %')).toBeVisible()
  await page.getByRole('link', { name: /^Sessions/ }).click()
  await button(page, 'End all sessions').click()
  await button(page, 'End all').click()
  await expect(page.getByText('All sessions have ended.')).toBeVisible()
  await expect(phone).toHaveURL(/\/auth\//)
  expectQuiet(page)
})

test('the palette finds an agent by name', async () => {
  const { id } = await makeAgent(stage.world, { fullName: 'Zulfiya Palieva' })
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/agents?search=Nobody+Atall')
  await expect(page.getByText('No such agent')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Zulfiya')
  await page.getByRole('option', { name: /Zulfiya Palieva/ }).click()
  await expect(page).toHaveURL(new RegExp(`/console/agents/${id}$`))
})

test('list, agent and dialog have no fault of accessibility, by day and by night, at a desk and on a phone', async () => {
  const { id } = await makeAgent(stage.world, { status: 'pending', note: 'Wait.', isEmailVerified: false })
  const page = await stage.newDesk({ as: 'admin' })
  for (const path of ['/agents', `/agents/${id}`, `/agents/${id}?tab=sessions`]) {
    await page.goto(`/console${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    if (path === `/agents/${id}`) await button(page, 'Approve').click()
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction(() => document.getAnimations().length === 0)
      const { violations } = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze()
      const faults = violations.map((fault) => [fault.id, fault.nodes.map(({ html }) => html)])
      expect([path, width, faults]).toEqual([path, width, []])
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width])
    }
  }
})
