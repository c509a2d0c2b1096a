import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { listAgentConfirmations, listAgentLocations, listAgentSessions, listAgentTopups } from './agent-page.ts'
import { listAgents } from './agents.ts'
import { listApprovalRequests } from './approvals.ts'
import { listAudit } from './audit.ts'
import { listChannels } from './channels.ts'
import { listChoices } from './choices.ts'
import { listDueCommissions, listHeldTopups, readStatement } from './money.ts'
import { listOperators } from './operators.ts'
import { listPartnerEvents, listPartners } from './partners.ts'
import { listRates } from './rates.ts'
import { listRiskAgents } from './risk.ts'
import { type OperatorEndpoint, operatorCall, operatorRoles } from './roles.ts'
import { listTexts } from './texts.ts'
import { searchTransactions } from './transactions.ts'
import { reportMonths } from './watch.ts'

/** The lists of the console that have views, with the call that a role must be allowed to make to see them. */
export const viewedLists = {
  agent_audit: listAudit,
  agent_confirmations: listAgentConfirmations,
  agent_locations: listAgentLocations,
  agent_sessions: listAgentSessions,
  agent_statement: readStatement,
  agent_topups: listAgentTopups,
  agents: listAgents,
  applications: listAgents,
  approvals: listApprovalRequests,
  audit: listAudit,
  channels: listChannels,
  choices: listChoices,
  due_commissions: listDueCommissions,
  events: listPartnerEvents,
  held_topups: listHeldTopups,
  months: reportMonths,
  operators: listOperators,
  partners: listPartners,
  rates: listRates,
  risk: listRiskAgents,
  texts: listTexts,
  transactions: searchTransactions,
} as const satisfies Record<string, OperatorEndpoint>

export type ViewedList = keyof typeof viewedLists
export const viewedListNames = Object.keys(viewedLists) as [ViewedList, ...ViewedList[]]
const List = z.enum(viewedListNames)

/** How many views an operator can save for one list. */
export const MOST_VIEWS = 50

/** The name of a filter or a column. */
const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/))
const Columns = z.nullable(z.array(name).check(z.minLength(1), z.maxLength(40)))
/** The filters and the order as they are in the address of the list. */
const Params = z.record(name, text(200)).check(z.refine((params) => Object.keys(params).length <= 40, 'too_long'))

const content = { name: text(60), params: Params, columns: Columns }

export const ListView = z.object({
  id: z.string(),
  list: List,
  name: z.string(),
  params: z.record(z.string(), z.string()),
  /** The columns that are shown; null: those that the operator has chosen for the list. */
  columns: z.nullable(z.array(z.string())),
  version: z.int(),
})
export type ListView = z.infer<typeof ListView>

const One = z.object({ view: ListView })

export const readListViews = operatorCall('GET /list-views', operatorRoles, {
  summary:
    'Your saved views of a list, by name, with the columns that you have chosen for the list and the view that it opens with.',
  input: z.strictObject({ list: List }),
  output: z.object({
    list: z.array(ListView),
    columns: z.nullable(z.array(z.string())),
    default_id: z.nullable(z.string()),
  }),
  refusals: ['role_not_allowed'],
})

export const saveListView = operatorCall('POST /list-views', operatorRoles, {
  summary: 'Save filters, order and columns of a list under a name. Only you see the view.',
  input: z.strictObject({ list: List, ...content }),
  output: One,
  refusals: ['role_not_allowed', 'view_name_taken', 'view_limit_reached'],
})

const seen = { view_id: z.uuid(), version: z.int() }

export const changeListView = operatorCall('POST /list-views/:view_id', operatorRoles, {
  summary: 'Change the name or the content of your own view.',
  input: z.strictObject({ ...seen, ...content }),
  output: One,
  refusals: ['not_found', 'version_conflict', 'view_name_taken'],
})

export const deleteListView = operatorCall('POST /list-views/:view_id/deletion', operatorRoles, {
  summary: 'Delete your own view. It can be restored for 30 days.',
  input: z.strictObject(seen),
  output: One,
  refusals: ['not_found', 'version_conflict'],
})

export const restoreListView = operatorCall('POST /list-views/:view_id/restoration', operatorRoles, {
  summary: 'Restore a view that you have deleted.',
  input: z.strictObject(seen),
  output: One,
  refusals: ['not_found', 'version_conflict', 'view_name_taken', 'view_limit_reached'],
})

export const keepListSettings = operatorCall('POST /list-settings', operatorRoles, {
  summary:
    'Choose the columns that you see in a list, and the view that it opens with. What is not sent does not change.',
  input: z.strictObject({ list: List, columns: z.optional(Columns), default_id: z.optional(z.nullable(z.uuid())) }),
  output: z.object({ columns: z.nullable(z.array(z.string())), default_id: z.nullable(z.string()) }),
  refusals: ['role_not_allowed', 'not_found'],
})
