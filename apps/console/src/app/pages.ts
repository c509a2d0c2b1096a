import { listAgents, listAudit, listOperators, type OperatorRole, operatorRoles } from '@cashbox/contract/operator'
import { Hourglass, KeyRound, type LucideIcon, ScrollText, Store, UserRound } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Messages } from '../platform/intl.tsx'
import { rolesOf } from '../platform/roles.ts'

/** Texts of the same name are in `pages`, and of the groups in `groups`. */
export interface ConsolePage {
  readonly path: string
  readonly label: PageLabel
  readonly roles: readonly OperatorRole[]
  readonly page: ComponentType
  readonly icon?: LucideIcon
  /** Where it is in the navigation; without, other pages lead to it. */
  readonly group?: PageGroup
}

type PageLabel = keyof Messages['pages']
export const pageGroups = ['desk', 'money', 'network', 'administration'] as const
type PageGroup = (typeof pageGroups)[number]

/** A page in a file of its own that is fetched when first needed. */
const load = <Name extends string>(file: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await file())[name] }))

/** Every page, in the order of the navigation. The first that a role may see is where it begins. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/waiting',
    label: 'waiting',
    icon: Hourglass,
    group: 'desk',
    roles: rolesOf(listAgents),
    page: load(() => import('../features/agents/waiting-page.tsx'), 'WaitingPage'),
  },
  {
    path: '/agents',
    label: 'agents',
    icon: Store,
    group: 'desk',
    roles: rolesOf(listAgents),
    page: load(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
  },
  {
    path: '/agents/:id',
    label: 'agents',
    roles: rolesOf(listAgents),
    page: load(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
  },
  {
    path: '/operators',
    label: 'operators',
    icon: KeyRound,
    group: 'administration',
    roles: rolesOf(listOperators),
    page: load(() => import('../features/operators/operators-page.tsx'), 'OperatorsPage'),
  },
  {
    path: '/operators/:id',
    label: 'operators',
    roles: rolesOf(listOperators),
    page: load(() => import('../features/operators/operator-page.tsx'), 'OperatorPage'),
  },
  {
    path: '/audit',
    label: 'audit',
    icon: ScrollText,
    group: 'administration',
    roles: rolesOf(listAudit),
    page: load(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: '/audit/:number',
    label: 'audit',
    roles: rolesOf(listAudit),
    page: load(() => import('../features/audit/audit-entry-page.tsx'), 'AuditEntryPage'),
  },
  {
    path: '/account',
    label: 'account',
    icon: UserRound,
    roles: operatorRoles,
    page: load(() => import('../features/session/account-page.tsx'), 'AccountPage'),
  },
]
