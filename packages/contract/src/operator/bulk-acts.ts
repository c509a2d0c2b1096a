import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { endAgentSession } from './agent-page.ts'
import { approveAgent, decideAgent } from './agents.ts'
import { decideApprovalRequest } from './approvals.ts'
import { createMoneyRequest } from './money-requests.ts'
import { type OperatorEndpoint, operatorCall, operatorRoles } from './roles.ts'
import { redeliverEvent } from './transactions.ts'

export interface BulkAct {
  /** The call for one row: its roles may also act on many rows. */
  readonly call: OperatorEndpoint
  readonly needsNote: boolean
  /** The act that undoes it. */
  readonly undoneBy?: string
}

/** Acts on many rows of a list. A request is approved on its own page: the second operator reads each one. */
export const bulkActs = {
  'agent.approve': { call: approveAgent, needsNote: false },
  'agent.request_info': { call: decideAgent, needsNote: true },
  'agent.suspend': { call: decideAgent, needsNote: true, undoneBy: 'agent.restore' },
  'agent.restore': { call: decideAgent, needsNote: false },
  'commission.credit': { call: createMoneyRequest, needsNote: true },
  'event.redeliver': { call: redeliverEvent, needsNote: true },
  'request.reject': { call: decideApprovalRequest, needsNote: true },
  'session.end': { call: endAgentSession, needsNote: false },
} as const satisfies Record<string, BulkAct>

export type BulkAction = keyof typeof bulkActs
export const bulkActions = Object.keys(bulkActs) as [BulkAction, ...BulkAction[]]

export const MAX_BULK_ROWS = 200

/** `waiting`: it needs a second operator. */
export const bulkOutcomes = ['done', 'waiting', 'refused'] as const

export const BulkOutcome = z.object({
  id: z.string(),
  /** The version that the caller named. */
  version: z.int(),
  outcome: z.enum(bulkOutcomes),
  /** Refusal code and text of a row that was refused. */
  code: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

export const runBulkAct = operatorCall('POST /bulk-acts', operatorRoles, {
  summary:
    'Do the same act to up to 200 rows of a list, each named with the version that you saw. Each row is done separately, under the rules of the call for one row, and has its own outcome in the answer.',
  input: z.strictObject({
    action: z.enum(bulkActions),
    note: z.optional(text(300)),
    /** Only operators see it; the note can be for the agents. */
    reason: z.optional(text(300)),
    rows: z.array(z.strictObject({ id: z.uuid(), version: z.int() })).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS)),
  }),
  output: z.object({ outcomes: z.array(BulkOutcome) }),
  refusals: ['role_not_allowed'],
})
