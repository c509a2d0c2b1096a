import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { exportedLists as lists } from './exports.ts'
import { listPartnerEvents } from './partners.ts'
import { type OperatorEndpoint, operatorCall, operatorRoles } from './roles.ts'

/** The lists of the console that have views, with the call that a role must be allowed to make to see them. */
export const viewedLists = {
  agent_audit: lists.audit,
  agent_confirmations: lists.confirmations,
  agent_locations: lists.locations,
  agent_sessions: lists.sessions,
  agent_statement: lists.statement,
  agent_topups: lists.topups,
  agents: lists.agents,
  applications: lists.agents,
  approvals: lists['approval-requests'],
  audit: lists.audit,
  channels: lists.channels,
  choices: lists.choices,
  due_commissions: lists['due-commissions'],
  events: listPartnerEvents,
  held_topups: lists['held-topups'],
  months: lists.months,
  operators: lists.operators,
  partners: lists.partners,
  rates: lists.rates,
  risk: lists.risk,
  texts: lists.texts,
  transactions: lists.transactions,
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
