import { addAgentNote, type BulkOutcome, listAgents, readAgent, setAgentTerms } from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

/** The seeded agent of a name, found by their address. */
const found = (name: string) => `/console/agents?search=${encodeURIComponent(`${name}@cashbox.test`)}&is_demo=false`

const openPage = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('link', { name: 'Open full page' }).click()
  await page.getByRole('navigation', { name: 'Agent details' }).waitFor()
}

const openTab = (name: string) => async (page: Page) => {
  await openPage(page)
  await page.getByRole('navigation', { name: 'Agent details' }).getByRole('link', { name }).click()
}

const ask = (name: string) => async (page: Page) => {
  await openPage(page)
  await press(name)(page)
}

/** An operator writes a note about the agent with the circle, and gives them other terms. */
const work = async ({ asOperator }: Props) => {
  const risk = await asOperator('risk')
  const { payload } = await risk.call(listAgents, { search: 'fenced@cashbox.test' })
  const agent_id = payload.list[0]?.id ?? ''
  await risk.call(addAgentNote, {
    agent_id,
    text: 'Moved to the other side of the street. Knows the regulars by name.',
  })
  const { version } = (await risk.call(readAgent, { agent_id })).payload.agent
  const terms = { daily_limit: '5000000.00', reason: 'Agreed with the agent by phone.' }
  await risk.call(setAgentTerms, { agent_id, version, ...terms })
}

/** Suspends two agents, of whom another operator has changed one meanwhile. */
const suspendTwo = async (page: Page) => {
  const boxes = page.getByRole('checkbox', { name: /^Select \d/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.route('**/operator/v1/bulk-acts', async (route) => {
    const { rows } = route.request().postDataJSON() as { rows: { id: string; version: number }[] }
    const outcomes = rows.map(
      (row, index): BulkOutcome =>
        index === 0
          ? { ...row, outcome: 'done', code: null, reason: null }
          : {
              ...row,
              outcome: 'refused',
              code: 'version_conflict',
              reason: 'This was changed by someone else in the meantime. Reload the page.',
            },
    )
    await route.fulfill({ json: { payload: { outcomes } } })
  })
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Internal reason').fill('The keys are lost.')
  await page.getByLabel('Message to the recipients').fill('The office is closed this week.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('table', { name: 'Skipped' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
}

const tab = (name: string, agent = 'approved'): Screen => ({
  name: `console-agent-${name.toLowerCase().replaceAll(' ', '-')}`,
  path: found(agent),
  operator: 'admin',
  act: openTab(name),
})

export const agentScreens: readonly Screen[] = [
  { name: 'console-waiting', path: '/console/waiting', operator: 'support' },
  { name: 'console-agents', path: '/console/agents', operator: 'support' },
  { name: 'console-map', path: '/console/map', operator: 'risk' },
  {
    name: 'console-agents-selected',
    path: '/console/agents?status=approved',
    operator: 'support',
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select \d/ })
        .first()
        .check()
      await page.getByRole('region', { name: 'Selected rows' }).waitFor()
    },
  },
  {
    name: 'console-views',
    path: '/console/agents?status=approved',
    operator: 'risk',
    act: press(/saved filters/),
  },
  { name: 'console-columns', path: '/console/agents', operator: 'risk', act: press(/and their order/) },
  { name: 'console-bulk-result', path: '/console/agents?status=approved', operator: 'support', act: suspendTwo },
  {
    name: 'console-shortcuts',
    path: '/console/agents',
    operator: 'admin',
    act: async (page) => {
      await page.locator('[data-row-link]').first().waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Help' }).waitFor()
    },
  },
  { name: 'console-agent-drawer', path: found('suspended'), operator: 'support', act: openFirstRow },
  { name: 'console-agent', path: found('approved'), operator: 'admin', act: openPage },
  tab('Charts'),
  tab('Status history'),
  { ...tab('Transactions', 'fenced'), before: ({ confirmDeposit }) => confirmDeposit('12500.00') },
  { ...tab('Top-ups'), before: ({ sendUsdt }) => sendUsdt('250.5', 25) },
  tab('Sessions'),
  { ...tab('Locations', 'fenced'), before: ({ confirmDeposit }) => confirmDeposit('6400.00') },
  { ...tab('Notes', 'fenced'), before: work },
  { ...tab('Audit log', 'fenced'), before: work },
  { name: 'console-agent-approve', path: found('pending'), operator: 'risk', act: ask('Approve') },
  { name: 'console-agent-terms', path: found('approved'), operator: 'risk', act: ask('Change terms') },
  { name: 'console-agent-suspend', path: found('approved'), operator: 'support', act: ask('Suspend') },
  { name: 'console-agent-none', path: '/console/agents/none', operator: 'support' },
]
