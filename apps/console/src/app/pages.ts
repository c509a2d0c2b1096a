import { lazyPart } from '@cashbox/client/screen-boundary'
import {
  createMoneyRequest,
  listAgents,
  listAlertDestinations,
  listApprovalRequests,
  listAudit,
  listChannels,
  listChoices,
  listHeldTopups,
  listOperators,
  listPartnerEvents,
  listPartners,
  listRates,
  listRiskAgents,
  listTexts,
  mapAgents,
  type OperatorRole,
  operatorRoles,
  readConsoleSettings,
  readToday,
  reportMonths,
  searchTransactions,
} from '@cashbox/contract/operator'
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
  ScrollText,
  Settings2,
  ShieldAlert,
  Store,
  UserRound,
  Users,
  Waypoints,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { ApplicationCount } from '../features/agents/application-count.tsx'
import { ApprovalCount, HeldTopupCount } from '../features/money/waiting-counts.tsx'
import { AlertCount } from '../features/watch/alert-count.tsx'
import type { Messages } from '../platform/language/language.ts'
import { rolesOf } from '../platform/session/roles.ts'

/** `label` is a key of the texts in `pages`, `group` of those in `groups`. */
export interface ConsolePage {
  readonly path: string
  readonly label: PageLabel
  readonly roles: readonly OperatorRole[]
  readonly page: ComponentType
  readonly icon?: LucideIcon
  readonly badge?: ComponentType
  /** Pages without a group are not in the navigation; other pages link to them. */
  readonly group?: PageGroup
}

type PageLabel = keyof Messages['pages']
export const pageGroups = ['desk', 'money', 'network', 'administration'] as const
type PageGroup = (typeof pageGroups)[number]

/** In the order of the navigation. `/` redirects to the first page with a group that the role may see. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/today',
    label: 'today',
    icon: Gauge,
    badge: AlertCount,
    group: 'desk',
    roles: rolesOf(readToday),
    page: lazyPart(() => import('../features/watch/today-page.tsx'), 'TodayPage'),
  },
  {
    path: '/waiting',
    label: 'waiting',
    icon: Hourglass,
    badge: ApplicationCount,
    group: 'desk',
    roles: rolesOf(listAgents),
    page: lazyPart(() => import('../features/agents/agents-page.tsx'), 'WaitingPage'),
  },
  {
    path: '/agents',
    label: 'agents',
    icon: Store,
    group: 'desk',
    roles: rolesOf(listAgents),
    page: lazyPart(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
  },
  {
    path: '/agents/:id',
    label: 'agents',
    roles: rolesOf(listAgents),
    page: lazyPart(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
  },
  {
    path: '/map',
    label: 'map',
    icon: MapIcon,
    group: 'desk',
    roles: rolesOf(mapAgents),
    page: lazyPart(() => import('../features/map/map-page.tsx'), 'MapPage'),
  },
  {
    path: '/transactions',
    label: 'transactions',
    icon: ArrowLeftRight,
    group: 'desk',
    roles: rolesOf(searchTransactions),
    page: lazyPart(() => import('../features/transactions/transactions-page.tsx'), 'TransactionsPage'),
  },
  {
    path: '/transactions/:transaction_id',
    label: 'transactions',
    roles: rolesOf(searchTransactions),
    page: lazyPart(() => import('../features/transactions/transactions-page.tsx'), 'TransactionPage'),
  },
  {
    path: '/approvals',
    label: 'approvals',
    icon: Users,
    badge: ApprovalCount,
    group: 'desk',
    roles: rolesOf(listApprovalRequests),
    page: lazyPart(() => import('../features/money/approvals-page.tsx'), 'ApprovalsPage'),
  },
  {
    path: '/approvals/:id',
    label: 'approvals',
    roles: rolesOf(listApprovalRequests),
    page: lazyPart(() => import('../features/money/approvals-page.tsx'), 'ApprovalPage'),
  },
  {
    path: '/channels',
    label: 'channels',
    icon: Waypoints,
    group: 'network',
    roles: rolesOf(listChannels),
    page: lazyPart(() => import('../features/channels/channels-page.tsx'), 'ChannelsPage'),
  },
  {
    path: '/channels/:code',
    label: 'channels',
    roles: rolesOf(listChannels),
    page: lazyPart(() => import('../features/channels/channels-page.tsx'), 'ChannelPage'),
  },
  {
    path: '/partners',
    label: 'partners',
    icon: Handshake,
    group: 'network',
    roles: rolesOf(listPartners),
    page: lazyPart(() => import('../features/partners/partners-page.tsx'), 'PartnersPage'),
  },
  {
    path: '/partners/:code',
    label: 'partners',
    roles: rolesOf(listPartners),
    page: lazyPart(() => import('../features/partners/partners-page.tsx'), 'PartnerPage'),
  },
  {
    path: '/partners/:code/events',
    label: 'partners',
    roles: rolesOf(listPartnerEvents),
    page: lazyPart(() => import('../features/partners/events-page.tsx'), 'EventsPage'),
  },
  {
    path: '/money/new',
    label: 'money',
    roles: rolesOf(createMoneyRequest),
    page: lazyPart(() => import('../features/money/new-request-page.tsx'), 'NewRequestPage'),
  },
  {
    path: '/held-topups',
    label: 'held_topups',
    icon: HandCoins,
    badge: HeldTopupCount,
    group: 'money',
    roles: rolesOf(listHeldTopups),
    page: lazyPart(() => import('../features/money/held-topups-page.tsx'), 'HeldTopupsPage'),
  },
  {
    path: '/rates',
    label: 'rates',
    icon: Coins,
    group: 'money',
    roles: rolesOf(listRates),
    page: lazyPart(() => import('../features/rates/rates-page.tsx'), 'RatesPage'),
  },
  {
    path: '/texts',
    label: 'texts',
    icon: Languages,
    group: 'network',
    roles: rolesOf(listTexts),
    page: lazyPart(() => import('../features/texts/texts-page.tsx'), 'TextsPage'),
  },
  {
    path: '/choices',
    label: 'choices',
    icon: Globe,
    group: 'network',
    roles: rolesOf(listChoices),
    page: lazyPart(() => import('../features/choices/choices-page.tsx'), 'ChoicesPage'),
  },
  {
    path: '/risk',
    label: 'risk',
    icon: ShieldAlert,
    group: 'desk',
    roles: rolesOf(listRiskAgents),
    page: lazyPart(() => import('../features/risk/risk-page.tsx'), 'RiskPage'),
  },
  {
    path: '/risk/:cash_id',
    label: 'risk',
    roles: rolesOf(listRiskAgents),
    page: lazyPart(() => import('../features/risk/risk-page.tsx'), 'RiskAgentPage'),
  },
  {
    path: '/reports',
    label: 'reports',
    icon: ChartNoAxesColumn,
    group: 'money',
    roles: rolesOf(reportMonths),
    page: lazyPart(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
  },
  {
    path: '/operators',
    label: 'operators',
    icon: KeyRound,
    group: 'administration',
    roles: rolesOf(listOperators),
    page: lazyPart(() => import('../features/operators/operators-page.tsx'), 'OperatorsPage'),
  },
  {
    path: '/operators/:id',
    label: 'operators',
    roles: rolesOf(listOperators),
    page: lazyPart(() => import('../features/operators/operators-page.tsx'), 'OperatorPage'),
  },
  {
    path: '/audit',
    label: 'audit',
    icon: ScrollText,
    group: 'administration',
    roles: rolesOf(listAudit),
    page: lazyPart(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: '/audit/:number',
    label: 'audit',
    roles: rolesOf(listAudit),
    page: lazyPart(() => import('../features/audit/audit-page.tsx'), 'AuditEntryPage'),
  },
  {
    path: '/alert-destinations',
    label: 'alert_destinations',
    icon: BellRing,
    group: 'administration',
    roles: rolesOf(listAlertDestinations),
    page: lazyPart(() => import('../features/destinations/destinations-page.tsx'), 'DestinationsPage'),
  },
  {
    path: '/settings',
    label: 'settings',
    icon: Settings2,
    group: 'administration',
    roles: rolesOf(readConsoleSettings),
    page: lazyPart(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  },
  {
    path: '/account',
    label: 'account',
    icon: UserRound,
    roles: operatorRoles,
    page: lazyPart(() => import('../features/session/own-account.tsx'), 'AccountPage'),
  },
]
