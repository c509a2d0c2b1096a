import * as z from 'zod/mini'
import { seconds } from '../fields.ts'

/** `pending` means waiting for a second operator; the others are final. `failed`: approved, but no longer possible. */
export const requestStates = ['pending', 'completed', 'rejected', 'withdrawn', 'failed'] as const
export type RequestState = (typeof requestStates)[number]

/** A change request that is not decided within these days runs out. */
export const CHANGE_REQUEST_DAYS = 7
export const changeStates = [...requestStates, 'expired'] as const
export type ChangeState = (typeof changeStates)[number]

/** The changes that can need a second operator. */
export const changeKinds = [
  'rate_set',
  'agent_approve',
  'agent_terms',
  'operator_create',
  'operator_change',
  'approval_limit',
  'partner_key',
  'partner_key_networks',
  'partner_webhook',
  'channel_fees',
  'alert_destination',
] as const
export type ChangeKind = (typeof changeKinds)[number]

export const SomeOperator = z.object({ id: z.string(), name: z.string() })

const Fields = z.nullable(z.record(z.string(), z.unknown()))

export const ChangeRequest = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.enum(changeKinds),
  state: z.enum(changeStates),
  /** What would change: the kind and ID as in the audit log, and its name. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  /** The fields that would change, as they were when it was requested and as they would be. */
  before: Fields,
  after: Fields,
  reason: z.nullable(z.string()),
  requested_by: SomeOperator,
  requested_at: seconds,
  /** The second operator; null while it waits, or if it was withdrawn or has run out. */
  decided_by: z.nullable(SomeOperator),
  decided_at: z.nullable(seconds),
  note: z.nullable(z.string()),
  /** Refusal code of a failed request. */
  failure: z.nullable(z.string()),
  /** How many operators other than the requester can decide. */
  possible_deciders: z.int(),
  version: z.int(),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

/** In the answer of a call that can need a second operator: the request that waits, or null if the change was made. */
export const waiting = { request: z.nullable(ChangeRequest) }
