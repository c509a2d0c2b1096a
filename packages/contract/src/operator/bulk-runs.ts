import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { seconds, text, wholeNumber } from '../fields.ts'
import { endAgentSession, listAgentSessions } from './agent-page.ts'
import { approveAgent, decideAgent, listAgents } from './agents.ts'
import { decideChangeRequest, listChangeRequests } from './approvals.ts'
import { decideMoneyRequest, listMoneyRequests } from './money-requests.ts'
import { listPartnerEvents } from './partners.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'
import { redeliverEvent } from './transactions.ts'

export interface BulkAct {
  /** The list whose rows it is done to. */
  readonly list: Endpoint
  /** The call that does it to one row, whose roles may do it to many. */
  readonly call: Endpoint
  readonly needsNote: boolean
  /** The act that takes it back. */
  readonly undoneBy?: string
}

/** What can be done to many rows of a list at once. Money is approved one request at a time: the second operator looks at each. */
export const bulkActs = {
  'agent.approve': { list: listAgents, call: approveAgent, needsNote: false },
  'agent.request_info': { list: listAgents, call: decideAgent, needsNote: true },
  'agent.suspend': { list: listAgents, call: decideAgent, needsNote: true, undoneBy: 'agent.restore' },
  'agent.restore': { list: listAgents, call: decideAgent, needsNote: false },
  'change.approve': { list: listChangeRequests, call: decideChangeRequest, needsNote: false },
  'change.reject': { list: listChangeRequests, call: decideChangeRequest, needsNote: true },
  'event.redeliver': { list: listPartnerEvents, call: redeliverEvent, needsNote: true },
  'money.reject': { list: listMoneyRequests, call: decideMoneyRequest, needsNote: true },
  'session.end': { list: listAgentSessions, call: endAgentSession, needsNote: false },
} as const satisfies Record<string, BulkAct>

export type BulkAction = keyof typeof bulkActs
export const bulkActions = Object.keys(bulkActs) as [BulkAction, ...BulkAction[]]

/** The most rows of one run. */
export const MOST_BULK_ROWS = 10_000
/** The most rows that can be named one by one. More are named by the filters of their list. */
export const MOST_NAMED_ROWS = 500

/** `waiting`: it needs a second operator. `failed`: the request was approved, and could no longer be carried out. */
export const bulkOutcomes = ['done', 'waiting', 'failed', 'refused'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

export const BulkRun = z.object({
  id: z.string(),
  action: z.enum(bulkActions),
  note: z.nullable(z.string()),
  total: z.int(),
  /** How many rows have ended in each way; the others are still to be done. */
  counts: z.object({ done: z.int(), waiting: z.int(), failed: z.int(), refused: z.int() }),
  started_at: seconds,
  finished_at: z.nullable(seconds),
})
export type BulkRun = z.infer<typeof BulkRun>

export const BulkRow = z.object({
  place: z.int(),
  id: z.string(),
  name: z.string(),
  /** Null while it is still to be done. */
  outcome: z.nullable(z.enum(bulkOutcomes)),
  code: z.nullable(z.string()),
  /** Why it was not done, in words. */
  reason: z.nullable(z.string()),
})
export type BulkRow = z.infer<typeof BulkRow>

/** The filters of a list as its own call takes them. */
const Filters = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)))
const One = z.object({ run: BulkRun })

export const startBulkRun = endpoint({
  method: 'POST',
  path: '/bulk-runs',
  access: 'operator',
  summary:
    'Do the same to many rows of a list: to the rows named, as they were seen, or to all that match the filters, up to ' +
    '10,000, or to those that one of your runs has done, if they have not changed since (`undoes`, with the opposite act). Each row is done by itself under the rules of the call for one row, and has its own outcome. `key` is made by ' +
    'the caller: the same key again returns the same run.',
  input: z.strictObject({
    key: z.uuid(),
    action: z.enum(bulkActions),
    note: z.optional(text(300)),
    rows: z.optional(
      z.array(z.strictObject({ id: z.uuid(), version: z.int() })).check(z.minLength(1), z.maxLength(MOST_NAMED_ROWS)),
    ),
    filters: z.optional(Filters),
    undoes: z.optional(z.uuid()),
  }),
  output: One,
  refusals: ['role_not_allowed', 'not_found', 'idempotency_key_reused', 'too_many_rows', 'no_rows'],
})

export const countBulkRows = endpoint({
  method: 'POST',
  path: '/bulk-runs/count',
  access: 'operator',
  summary: 'How many rows match the filters of the list that an act is done to. Counts up to 10,001.',
  input: z.strictObject({ action: z.enum(bulkActions), filters: Filters }),
  output: z.object({ count: z.int() }),
  refusals: ['role_not_allowed'],
})

export const readBulkRun = endpoint({
  method: 'GET',
  path: '/bulk-runs/:run_id',
  access: 'operator',
  summary: 'How far one of your runs is.',
  input: z.strictObject({ run_id: z.uuid() }),
  output: One,
  refusals: ['not_found'],
})

export const listBulkRows = endpoint({
  method: 'GET',
  path: '/bulk-runs/:run_id/rows',
  access: 'operator',
  summary:
    'The rows of one of your runs with the outcome of each. `undone` lists those that were not done. `cursor` is the place of the last row on the previous page.',
  input: z.strictObject({
    run_id: z.uuid(),
    undone: z.optional(z.literal('true')),
    limit: z._default(wholeNumber(1, 200), 50),
    cursor: z.optional(wholeNumber(1, MOST_BULK_ROWS)),
  }),
  output: z.object({ list: z.array(BulkRow), next_cursor: z.nullable(z.string()) }),
  refusals: ['not_found'],
})

export const bulkRunCalls: readonly OperatorCall[] = [
  [startBulkRun, operatorRoles],
  [countBulkRows, operatorRoles],
  [readBulkRun, operatorRoles],
  [listBulkRows, operatorRoles],
]
