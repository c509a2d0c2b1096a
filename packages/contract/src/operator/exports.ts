import * as z from 'zod/mini'
import { FileAnswer, type InputOf } from '../endpoint.ts'
import { listPartnerPayments, listPartnerStatements } from './account-statements.ts'
import { listAgentConfirmations, listAgentLocations, listAgentSessions, listAgentTopups } from './agent-page.ts'
import { listAgents } from './agents.ts'
import { listApprovalRequests } from './approvals.ts'
import { listAudit } from './audit.ts'
import { listChannels } from './channels.ts'
import { listChoices } from './choices.ts'
import { listDueCommissions, listHeldTopups, readStatement } from './money.ts'
import { listOperators } from './operators.ts'
import { listPartners } from './partners.ts'
import { listRates } from './rates.ts'
import { listRiskAgents } from './risk.ts'
import { type OperatorEndpoint, operatorCall, operatorRoles } from './roles.ts'
import { listPositionDays } from './settlement.ts'
import { listTexts } from './texts.ts'
import { searchTransactions } from './transactions.ts'
import { reportMonths } from './watch.ts'

/** The lists that can be exported as a file, by the same roles and with the same filters. */
export const exportedLists = {
  agents: listAgents,
  'approval-requests': listApprovalRequests,
  audit: listAudit,
  channels: listChannels,
  choices: listChoices,
  confirmations: listAgentConfirmations,
  'due-commissions': listDueCommissions,
  'held-topups': listHeldTopups,
  locations: listAgentLocations,
  months: reportMonths,
  operators: listOperators,
  'partner-payments': listPartnerPayments,
  'partner-statements': listPartnerStatements,
  partners: listPartners,
  'position-days': listPositionDays,
  rates: listRates,
  risk: listRiskAgents,
  sessions: listAgentSessions,
  statement: readStatement,
  texts: listTexts,
  topups: listAgentTopups,
  transactions: searchTransactions,
} as const satisfies Record<string, OperatorEndpoint>

export type ExportedTable = keyof typeof exportedLists
/** Of chosen rows. */
export const rowFormats = ['csv', 'xlsx'] as const
export type RowFormat = (typeof rowFormats)[number]
/** A PDF only of the lists that are narrow enough to print. */
export const exportFormats = [...rowFormats, 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const printedLists: readonly ExportedTable[] = ['position-days']

export const exportList = operatorCall('GET /exports/:table', operatorRoles, {
  readsReplica: true,
  summary:
    'Export a list as a file, for the roles that may see the list. The other fields are the filters of the list.',
  input: z.looseObject({
    table: z.string(),
    format: z._default(z.enum(exportFormats), 'csv'),
    /** Those of the console, with commas; by default all. */
    columns: z.optional(z.string()),
  }),
  output: FileAnswer,
  files: exportFormats,
})

type Filters<Table extends ExportedTable> = Omit<InputOf<(typeof exportedLists)[Table]>, 'limit' | 'cursor'>

/** The address of the file, with all rows that match the filters. */
export function exportUrl<Table extends ExportedTable>(table: Table, format: ExportFormat, filters: Filters<Table>) {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries<unknown>(filters)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
  }
  return `${exportList.path.replace(':table', table)}?${query.toString()}`
}

/** The most rows that can be chosen by hand for one file. */
export const MOST_PICKED_ROWS = 10_000

/** In the answer to a request for chosen rows: how many of them the list no longer has. */
export const MISSING_ROWS_HEADER = 'x-cashbox-missing-rows'

/** `columns` are those of the console, in its order; without them the file has all that it can have. */
export const PickedRows = z.strictObject({
  format: z.enum(rowFormats),
  keys: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(MOST_PICKED_ROWS)),
  columns: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))),
  filters: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
})
export type PickedRows = z.infer<typeof PickedRows>

export const exportRows = operatorCall('POST /exports/:table', operatorRoles, {
  readsReplica: true,
  summary: 'Export chosen rows of a list as a file, for the roles that may see the list.',
  input: z.extend(PickedRows, { table: z.string() }),
  output: FileAnswer,
  files: rowFormats,
  bodyBytes: 1024 * 1024,
})

/** The lists of which rows can be chosen for a file, with the field or fields that tell a row from all others. */
export const pickedKeys = {
  agents: 'id',
  'approval-requests': 'id',
  audit: 'number',
  channels: 'code',
  choices: ['kind', 'code'],
  confirmations: 'number',
  'due-commissions': 'id',
  'held-topups': 'id',
  locations: 'number',
  operators: 'id',
  partners: 'code',
  risk: 'cash_id',
  sessions: 'id',
  statement: 'number',
  texts: 'key',
  topups: 'id',
  transactions: 'transaction_id',
} as const satisfies Partial<Record<ExportedTable, string | readonly string[]>>

export type PickedTableName = keyof typeof pickedKeys

/** What names a row among those that are chosen. */
export const keyOfPicked = (table: PickedTableName, row: object): string => {
  const fields: readonly string[] = [pickedKeys[table]].flat()
  return fields.map((field) => String((row as Readonly<Record<string, unknown>>)[field])).join(':')
}
