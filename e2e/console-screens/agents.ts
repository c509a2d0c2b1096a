import { addAgentNote, listAgents, readAgent, setAgentTerms } from '@cashbox/contract/operator'
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

const tab = (name: string, agent = 'approved'): Screen => ({
  name: `console-agent-${name.toLowerCase().replaceAll(' ', '-')}`,
  path: found(agent),
  operator: 'admin',
  act: openTab(name),
})

export const agentScreens: readonly Screen[] = [
  { name: 'console-waiting', path: '/console/waiting', operator: 'support' },
  { name: 'console-agents', path: '/console/agents', operator: 'support' },
  { name: 'console-agent-drawer', path: found('suspended'), operator: 'support', act: openFirstRow },
  { name: 'console-agent', path: found('approved'), operator: 'admin', act: openPage },
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
