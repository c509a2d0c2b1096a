import * as z from 'zod/mini'
import { type Endpoint, endpoint, FileAnswer, type InputOf } from '../endpoint.ts'
import { listAgentConfirmations, listAgentLocations, listAgentSessions, listAgentTopups } from './agent-page.ts'
import { listAgents } from './agents.ts'
import { listApprovalRequests } from './approvals.ts'
import { listAudit } from './audit.ts'
import { listChannels } from './channels.ts'
import { listChoices } from './choices.ts'
import { listHeldTopups, readStatement } from './money.ts'
import { listOperators } from './operators.ts'
import { listPartners } from './partners.ts'
import { listRates } from './rates.ts'
import { listRiskAgents } from './risk.ts'
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
  'held-topups': listHeldTopups,
  locations: listAgentLocations,
  months: reportMonths,
  operators: listOperators,
  partners: listPartners,
  rates: listRates,
  risk: listRiskAgents,
  sessions: listAgentSessions,
  statement: readStatement,
  texts: listTexts,
  topups: listAgentTopups,
  transactions: searchTransactions,
} as const satisfies Record<string, Endpoint>

export type ExportedTable = keyof typeof exportedLists
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportList = endpoint({
  method: 'GET',
  path: '/exports/:table',
  access: 'operator',
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
