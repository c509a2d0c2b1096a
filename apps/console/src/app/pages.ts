import { lazyPart } from '@cashbox/client/screen-boundary'
import * as contract from '@cashbox/contract/operator'
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
  readonly roles: readonly contract.OperatorRole[]
  readonly page: ComponentType
  readonly icon: LucideIcon | undefined
  /** A key of the texts in `groups`. Pages without a group are not in the navigation; other pages link to them. */
  readonly group: (typeof pageGroups)[number] | undefined
  /** G and then this letter opens the page. */
  readonly letter: string | undefined
  readonly badge: ComponentType | undefined
}

export const pageGroups = ['desk', 'money', 'network', 'administration'] as const

const agents = () => import('../features/agents/agents-page.tsx')
const transactions = () => import('../features/transactions/transactions-page.tsx')
const approvals = () => import('../features/money/approvals-page.tsx')
const channels = () => import('../features/channels/channels-page.tsx')
const partners = () => import('../features/partners/partners-page.tsx')
const risk = () => import('../features/risk/risk-page.tsx')
const operators = () => import('../features/operators/operators-page.tsx')
const audit = () => import('../features/audit/audit-page.tsx')

const TodayPage = lazyPart(() => import('../features/watch/today-page.tsx'), 'TodayPage')
const WaitingPage = lazyPart(agents, 'WaitingPage')
const AgentsPage = lazyPart(agents, 'AgentsPage')
const AgentPage = lazyPart(() => import('../features/agents/agent-page.tsx'), 'AgentPage')
const MapPage = lazyPart(() => import('../features/map/map-page.tsx'), 'MapPage')
const TransactionsPage = lazyPart(transactions, 'TransactionsPage')
const TransactionPage = lazyPart(transactions, 'TransactionPage')
const ApprovalsPage = lazyPart(approvals, 'ApprovalsPage')
const ApprovalPage = lazyPart(approvals, 'ApprovalPage')
const ChannelsPage = lazyPart(channels, 'ChannelsPage')
const ChannelPage = lazyPart(channels, 'ChannelPage')
const PartnersPage = lazyPart(partners, 'PartnersPage')
const PartnerPage = lazyPart(partners, 'PartnerPage')
const EventsPage = lazyPart(() => import('../features/partners/events-page.tsx'), 'EventsPage')
const NewRequestPage = lazyPart(() => import('../features/money/new-request-page.tsx'), 'NewRequestPage')
const HeldTopupsPage = lazyPart(() => import('../features/money/held-topups-page.tsx'), 'HeldTopupsPage')
const DueCommissionsPage = lazyPart(() => import('../features/money/due-commissions-page.tsx'), 'DueCommissionsPage')
const RatesPage = lazyPart(() => import('../features/rates/rates-page.tsx'), 'RatesPage')
const TextsPage = lazyPart(() => import('../features/texts/texts-page.tsx'), 'TextsPage')
const ChoicesPage = lazyPart(() => import('../features/choices/choices-page.tsx'), 'ChoicesPage')
const RiskPage = lazyPart(risk, 'RiskPage')
const RiskAgentPage = lazyPart(risk, 'RiskAgentPage')
const ReportsPage = lazyPart(() => import('../features/reports/reports-page.tsx'), 'ReportsPage')
const OperatorsPage = lazyPart(operators, 'OperatorsPage')
const OperatorPage = lazyPart(operators, 'OperatorPage')
const AuditPage = lazyPart(audit, 'AuditPage')
const AuditEntryPage = lazyPart(audit, 'AuditEntryPage')
const DestinationsPage = lazyPart(() => import('../features/destinations/destinations-page.tsx'), 'DestinationsPage')
const SettingsPage = lazyPart(() => import('../features/settings/settings-page.tsx'), 'SettingsPage')
const AccountPage = lazyPart(() => import('../features/session/own-account.tsx'), 'AccountPage')

const page = (
  path: string,
  call: contract.OperatorEndpoint | null,
  Page: ComponentType,
  icon?: LucideIcon,
  group?: ConsolePage['group'],
  letter?: string,
  badge?: ComponentType,
): ConsolePage => ({
  path,
  label: path.split('/')[1]?.replaceAll('-', '_') as ConsolePage['label'],
  roles: call ? contract.rolesOf(call) : contract.operatorRoles,
  page: Page,
  icon,
  group,
  letter,
  badge,
})

/** In the order of the navigation, each for the roles of its first call. `/` redirects to the first page of the role. */
export const consolePages: readonly ConsolePage[] = [
  page('/today', contract.readToday, TodayPage, Gauge, 'desk', 't', AlertCount),
  page('/waiting', contract.listAgents, WaitingPage, Hourglass, 'desk', 'w', ApplicationCount),
  page('/agents', contract.listAgents, AgentsPage, Store, 'desk', 'a'),
  page('/agents/:id', contract.listAgents, AgentPage),
  page('/map', contract.mapAgents, MapPage, MapIcon, 'desk'),
  page('/transactions', contract.searchTransactions, TransactionsPage, ArrowLeftRight, 'desk', 'x'),
  page('/transactions/:transaction_id', contract.searchTransactions, TransactionPage),
  page('/approvals', contract.listApprovalRequests, ApprovalsPage, Users, 'desk', 'v', ApprovalCount),
  page('/approvals/:id', contract.listApprovalRequests, ApprovalPage),
  page('/channels', contract.listChannels, ChannelsPage, Waypoints, 'network', 'c'),
  page('/channels/:code', contract.listChannels, ChannelPage),
  page('/partners', contract.listPartners, PartnersPage, Handshake, 'network', 'p'),
  page('/partners/:code', contract.listPartners, PartnerPage),
  page('/partners/:code/events', contract.listPartnerEvents, EventsPage),
  page('/money/new', contract.createMoneyRequest, NewRequestPage),
  page('/held-topups', contract.listHeldTopups, HeldTopupsPage, HandCoins, 'money', 'h', HeldTopupCount),
  page('/due-commissions', contract.listDueCommissions, DueCommissionsPage, Percent, 'money', 'd'),
  page('/rates', contract.listRates, RatesPage, Coins, 'money', 'r'),
  page('/texts', contract.listTexts, TextsPage, Languages, 'network', 'e'),
  page('/choices', contract.listChoices, ChoicesPage, Globe, 'network', 'o'),
  page('/risk', contract.listRiskAgents, RiskPage, ShieldAlert, 'desk', 'k'),
  page('/risk/:cash_id', contract.listRiskAgents, RiskAgentPage),
  page('/reports', contract.reportMonths, ReportsPage, ChartNoAxesColumn, 'money', 'b'),
  page('/operators', contract.listOperators, OperatorsPage, KeyRound, 'administration', 'u'),
  page('/operators/:id', contract.listOperators, OperatorPage),
  page('/audit', contract.listAudit, AuditPage, ScrollText, 'administration', 'l'),
  page('/audit/:number', contract.listAudit, AuditEntryPage),
  page('/alert-destinations', contract.listAlertDestinations, DestinationsPage, BellRing, 'administration', 'n'),
  page('/settings', contract.readConsoleSettings, SettingsPage, Settings2, 'administration', 's'),
  page('/account', null, AccountPage, UserRound, undefined, 'i'),
]

export const keysOf = ({ letter }: ConsolePage): string | undefined => letter && `G ${letter.toUpperCase()}`
