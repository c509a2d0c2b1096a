import type { OutputOf } from '@cashbox/contract'
import {
  checklistSteps,
  type listRiskAgents,
  type RiskSignal,
  type readChecklist,
  type readRiskAgent,
} from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import type { Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

const NOON = Date.UTC(2026, 10, 14, 12) / 1000
const DAY_S = 24 * 60 * 60

const agent = {
  agent_id: '019a0000-0000-7000-8000-000000000001',
  cash_id: '100001',
  first_name: 'Rustam',
  last_name: 'Kadirov',
  status: 'approved',
  channel: 'tashkent',
  score: 85,
} as const

const confirmations: RiskSignal['confirmations'] = Array.from({ length: 8 }, (_, index) => ({
  number: 40 - index,
  transaction_id: `K7TQ2M9XH${index + 2}`,
  type: index % 2 === 0 ? 'withdraw' : 'deposit',
  amount: '480000.00',
  player_id: '48210007',
  at: NOON - index * 900,
  geo_lat: index % 3 === 0 ? '41.0082' : '41.2995',
  geo_lon: index % 3 === 0 ? '28.9784' : '69.2401',
  accuracy_m: 20,
  ip: '198.51.100.7',
}))

const signal = (id: number, about: Pick<RiskSignal, 'kind' | 'subject' | 'weight' | 'facts'>): RiskSignal => ({
  id: `019a0000-0000-7000-8000-00000000001${id}`,
  first_at: NOON - 2 * DAY_S,
  last_at: NOON,
  confirmations,
  other_agents: [],
  dismissed: null,
  version: 1,
  ...about,
})

const travel = signal(1, {
  kind: 'impossible_travel',
  subject: '',
  weight: 40,
  facts: { times: 1, fastest_m_s: 931 },
})
const loop = signal(2, { kind: 'circular_payments', subject: 'sandbox 48210007', weight: 45, facts: { times: 3 } })
const device = signal(3, { kind: 'shared_device', subject: 'f3a1c09b77e24d51', weight: 25, facts: { agents: 2 } })

const vague = signal(4, {
  kind: 'low_accuracy',
  subject: '',
  weight: 15,
  facts: { share: 0.8, confirmations: 8, of: 10, area_m: 300, worst_m: 1500 },
})

const found: OutputOf<typeof readRiskAgent> = {
  agent: {
    ...agent,
    signals: [
      travel,
      loop,
      {
        ...vague,
        confirmations: confirmations.slice(1, 3).map((one, index) => ({ ...one, accuracy_m: 400 + index * 1100 })),
      },
      {
        ...device,
        confirmations: confirmations.slice(0, 1),
        other_agents: [{ cash_id: '100002', transaction_id: 'R4WN8C3PJD', at: NOON }],
        dismissed: { at: NOON, by: 'Shahnoza Aliyeva', reason: 'They are married and share a tablet.' },
      },
    ],
  },
}

const ranking: OutputOf<typeof listRiskAgents> = {
  list: [
    { ...agent, kinds: ['impossible_travel', 'circular_payments'], last_at: NOON },
    { ...agent, cash_id: '100002', first_name: 'Malika', score: 12, kinds: ['shared_ip'], last_at: NOON },
  ],
  next_cursor: null,
}

/** What workers find in the course of days. */
const withSignals = { operator: 'risk', answers: { 'risk/agents*': ranking, 'risk/agents/*': found } } as const

const showAgent = (page: Page) => page.getByText('Rustam Kadirov').first().waitFor()

const openAgent = async (page: Page) => {
  await openFirstRow(page)
  await showAgent(page)
}

const showCircles = async (page: Page) => {
  const circle = page.getByRole('group', { name: 'Evidence, Inaccurate locations' }).locator('path.map-shape-main')
  await circle.last().scrollIntoViewIfNeeded()
}

const steps: OutputOf<typeof readChecklist> = {
  is_hidden: false,
  steps: checklistSteps.map((name, index) => ({ name, is_done: index < 4 })),
}

const showChecklist = (page: Page) => page.getByRole('button', { name: 'I have verified a restore' }).waitFor()

export const watchScreens: readonly Screen[] = [
  { name: 'console-today', path: '/console/today', operator: 'admin' },
  {
    name: 'console-checklist',
    path: '/console/today',
    operator: 'admin',
    // A network before its first day; that of the sandbox is set up.
    answers: { checklist: steps },
    act: showChecklist,
  },
  { name: 'console-reports', path: '/console/reports', operator: 'finance' },
  { name: 'console-risk-none', path: '/console/risk', operator: 'risk' },
  { ...withSignals, name: 'console-risk', path: '/console/risk', act: showAgent },
  { ...withSignals, name: 'console-risk-drawer', path: '/console/risk', act: openAgent },
  { ...withSignals, name: 'console-risk-agent', path: '/console/risk/100001', act: showAgent },
  { ...withSignals, name: 'console-risk-circles', path: '/console/risk/100001', act: showCircles },
  { ...withSignals, name: 'console-risk-dismiss', path: '/console/risk/100001', act: press('Dismiss') },
  { ...withSignals, name: 'console-risk-score', path: '/console/risk', act: press('How the score is calculated') },
]
