import * as z from 'zod/mini'
import { email, seconds, text } from '../fields.ts'
import { ApprovalRequest, waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall, operatorRoles } from './roles.ts'
import { Operator } from './session.ts'

export const KnownOperator = z.extend(Operator, {
  /** False until the operator has chosen a password with the link from the letter. */
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  is_disabled: z.boolean(),
  created_at: seconds,
  last_seen_at: z.nullable(seconds),
  version: z.int(),
})
export type KnownOperator = z.infer<typeof KnownOperator>

export const listOperators = operatorCall('GET /operators', ['admin'], {
  readsReplica: true,
  summary: 'List operators.',
  output: z.object({ list: z.array(KnownOperator) }),
})

export const createOperator = operatorCall('POST /operators', ['admin'], {
  summary:
    'Request a new operator, whom a second admin must approve. They then get a letter with a link to choose their password; the link works once and for 24 hours.',
  input: z.strictObject({ email, name: text(80), role: z.enum(operatorRoles), reason: z.optional(text(500)) }),
  output: z.object({ request: ApprovalRequest }),
  refusals: ['operator_exists', 'request_already_waiting'],
})

export const changeOperator = operatorCall('POST /operators/:operator_id', ['admin'], {
  summary:
    'Change the name or role, disable or enable the account, or reset the password or two-factor authentication. Takes effect with their next call. All but a new name and disabling wait for a second admin.',
  input: z.strictObject({
    operator_id: z.uuid(),
    version: z.int(),
    name: z.optional(text(80)),
    role: z.optional(z.enum(operatorRoles)),
    is_disabled: z.optional(z.boolean()),
    /** True removes it, so that the operator sets it up again at the next log-in. */
    reset_two_factor: z.optional(z.boolean()),
    /** True removes it, ends their sessions, and sends them a link to choose a new one. Also sends a new link if the first expired. */
    reset_password: z.optional(z.boolean()),
    reason: z.optional(text(500)),
  }),
  output: z.object({ operator: KnownOperator, ...waiting }),
  refusals: ['own_account_not_allowed', ...waitingRefusals],
})
