import * as z from 'zod/mini'
import { operatorLimit, pageOf, runningNumber, seconds, secondsInQuery, text } from '../fields.ts'
import { operatorCall } from './roles.ts'

export const AuditEntry = z.object({
  number: z.int(),
  at: seconds,
  actor: z.string(),
  /** The account of the operator; null for a person at the command line. */
  operator_id: z.nullable(z.string()),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** What the subject is called now, where it has a name. */
  subject_name: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  ip: z.nullable(z.string()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAudit = operatorCall('GET /audit', ['finance', 'risk', 'admin'], {
  readsReplica: true,
  summary: 'Audit log entries, newest first. `cursor` is the number of the last entry on the previous page.',
  input: z.strictObject({
    subject_kind: z.optional(text(40)),
    subject_id: z.optional(text(80)),
    operator_id: z.optional(z.uuid()),
    /** What was done to the agent, and what was requested and decided about their money and terms. */
    agent_id: z.optional(z.uuid()),
    /** Without log-ins, exports and saved views. */
    without_routine: z.optional(z.literal('true')),
    action: z.optional(text(60)),
    number: z.optional(runningNumber),
    from: z.optional(secondsInQuery),
    to: z.optional(secondsInQuery),
    limit: operatorLimit,
    cursor: z.optional(runningNumber),
  }),
  output: pageOf(AuditEntry),
})

export const listAuditOperators = operatorCall('GET /audit/operators', ['finance', 'risk', 'admin'], {
  readsReplica: true,
  summary: 'The names of all operators, to filter the audit log by.',
  output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
})
