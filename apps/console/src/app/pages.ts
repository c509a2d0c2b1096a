import { lazyPart } from '@cashbox/client/screen-boundary'
import * as api from '@cashbox/contract/operator'
import {
  ArrowLeftRight,
  BellRing,
  ChartNoAxesColumn,
  Coins,
  Gauge,
  Globe,
  HandCoins,
  Handshake,
  Hourglass,
  KeyRound,
  Languages,
  type LucideIcon,
  Map as MapIcon,
  Percent,
  ScrollText,
  Settings2,
  ShieldAlert,
  Store,
  UserRound,
  Users,
  Waypoints,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { AlertCount, ApplicationCount, ApprovalCount, HeldTopupCount } from '../features/watch/watch.tsx'
import type { Messages } from '../platform/language/language.ts'

export interface ConsolePage {
  readonly path: string
  /** A key of the texts in `pages`: the first part of the path. */
  readonly label: keyof Messages['pages']
  readonly roles: readonly api.OperatorRole[]
  readonly page: ComponentType
  readonly icon: LucideIcon | undefined
  /** A key of the texts in `groups`. Pages without a group are not in the navigation; other pages link to them. */
  readonly group: (typeof pageGroups)[number] | undefined
  /** G and then this letter opens the page. */
  readonly letter: string | undefined
  readonly badge: ComponentType | undefined
}

export const pageGroups = ['desk', 'money', 'network', 'administration'] as const

const today = () => import('../features/watch/today-page.tsx')
const agents = () => import('../features/agents/agents-page.tsx')
const agent = () => import('../features/agents/agent-page.tsx')
const map = () => import('../features/map/map-page.tsx')
const transactions = () => import('../features/transactions/transactions-page.tsx')
const approvals = () => import('../features/money/approvals-page.tsx')
const channels = () => import('../features/channels/channels-page.tsx')
const partners = () => import('../features/partners/partners-page.tsx')
const partner = () => import('../features/partners/partner-page.tsx')
const events = () => import('../features/partners/events-page.tsx')
const newRequest = () => import('../features/money/new-request-page.tsx')
const heldTopups = () => import('../features/money/held-topups-page.tsx')
const dueCommissions = () => import('../features/money/due-commissions-page.tsx')
const rates = () => import('../features/rates/rates-page.tsx')
const texts = () => import('../features/texts/texts-page.tsx')
const choices = () => import('../features/choices/choices-page.tsx')
const risk = () => import('../features/risk/risk-page.tsx')
const reports = () => import('../features/reports/reports-page.tsx')
const operators = () => import('../features/operators/operators-page.tsx')
const audit = () => import('../features/audit/audit-page.tsx')
const alerts = () => import('../features/destinations/destinations-page.tsx')
const settings = () => import('../features/settings/settings-page.tsx')
const account = () => import('../features/session/own-account.tsx')

const page = <Name extends string>(
  path: string,
  call: api.OperatorEndpoint | null,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  icon?: LucideIcon,
  group?: ConsolePage['group'],
  letter?: string,
  badge?: ComponentType,
): ConsolePage => ({
  path,
  label: path.split('/')[1]?.replaceAll('-', '_') as ConsolePage['label'],
  roles: call ? api.rolesOf(call) : api.operatorRoles,
  page: lazyPart(load, name),
  icon,
  group,
  letter,
  badge,
})

/** In the order of the navigation, each for the roles of its first call. `/` redirects to the first page of the role. */
export const consolePages: readonly ConsolePage[] = [
  page('/today', api.readToday, today, 'TodayPage', Gauge, 'desk', 't', AlertCount),
  page('/waiting', api.listAgents, agents, 'WaitingPage', Hourglass, 'desk', 'w', ApplicationCount),
  page('/agents', api.listAgents, agents, 'AgentsPage', Store, 'desk', 'a'),
  page('/agents/:id', api.listAgents, agent, 'AgentPage'),
  page('/map', api.mapAgents, map, 'MapPage', MapIcon, 'desk'),
  page('/transactions', api.searchTransactions, transactions, 'TransactionsPage', ArrowLeftRight, 'desk', 'x'),
  page('/transactions/:transaction_id', api.searchTransactions, transactions, 'TransactionPage'),
  page('/approvals', api.listApprovalRequests, approvals, 'ApprovalsPage', Users, 'desk', 'v', ApprovalCount),
  page('/approvals/:id', api.listApprovalRequests, approvals, 'ApprovalPage'),
  page('/channels', api.listChannels, channels, 'ChannelsPage', Waypoints, 'network', 'c'),
  page('/channels/:code', api.listChannels, channels, 'ChannelPage'),
  page('/partners', api.listPartners, partners, 'PartnersPage', Handshake, 'network', 'p'),
  page('/partners/:code', api.listPartners, partner, 'PartnerPage'),
  page('/partners/:code/events', api.listPartnerEvents, events, 'EventsPage'),
  page('/money/new', api.createMoneyRequest, newRequest, 'NewRequestPage'),
  page('/held-topups', api.listHeldTopups, heldTopups, 'HeldTopupsPage', HandCoins, 'money', 'h', HeldTopupCount),
  page('/due-commissions', api.listDueCommissions, dueCommissions, 'DueCommissionsPage', Percent, 'money', 'd'),
  page('/rates', api.listRates, rates, 'RatesPage', Coins, 'money', 'r'),
  page('/texts', api.listTexts, texts, 'TextsPage', Languages, 'network', 'e'),
  page('/choices', api.listChoices, choices, 'ChoicesPage', Globe, 'network', 'o'),
  page('/risk', api.listRiskAgents, risk, 'RiskPage', ShieldAlert, 'desk', 'k'),
  page('/risk/:cash_id', api.listRiskAgents, risk, 'RiskAgentPage'),
  page('/reports', api.reportMonths, reports, 'ReportsPage', ChartNoAxesColumn, 'money', 'b'),
  page('/operators', api.listOperators, operators, 'OperatorsPage', KeyRound, 'administration', 'u'),
  page('/operators/:id', api.listOperators, operators, 'OperatorPage'),
  page('/audit', api.listAudit, audit, 'AuditPage', ScrollText, 'administration', 'l'),
  page('/audit/:number', api.listAudit, audit, 'AuditEntryPage'),
  page('/alert-destinations', api.listAlertDestinations, alerts, 'DestinationsPage', BellRing, 'administration', 'n'),
  page('/settings', api.readConsoleSettings, settings, 'SettingsPage', Settings2, 'administration', 's'),
  page('/account', null, account, 'AccountPage', UserRound, undefined, 'i'),
]

export const keysOf = ({ letter }: ConsolePage): string | undefined => letter && `G ${letter.toUpperCase()}`
