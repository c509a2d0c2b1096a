import { isDeepStrictEqual } from 'node:util'
import type { ParsedInputOf } from '@cashbox/contract'
import {
  type ApprovalKind,
  type AuditAction,
  type AuditField,
  approveAgent,
  type ChangeKind,
  type changeCalls,
  requestCallOf,
  rolesOf,
} from '@cashbox/contract/operator'
import type { Tx } from '@cashbox/postgres/database'
import { type Actor, type AuditedFields, type NamedFields, writeAudit } from '../access/audit.ts'
import { refusal } from '../platform/refusal.ts'

export interface ChangeContext {
  readonly actor: Actor
  readonly at: Date
  /** The request that the actor approves, with the old values as the requester saw them; null for a change without approval. */
  readonly request: { readonly id: string; readonly before: object | null; readonly requested_at: Date } | null
}

export interface Changed {
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string }
  readonly before: NamedFields | null
  readonly after: NamedFields | null
  /** The fields that one operator may not change alone. */
  readonly needsApproval: readonly AuditField[]
  readonly afterCommit?: () => void
}

/** Makes a change and writes its audit entry, or refuses. The same for one operator alone and for an approved request. */
export type ChangeHandler<Input> = (tx: Tx, input: Input, context: ChangeContext) => Promise<Changed>

export type InputOfChange<Kind extends ChangeKind> = ParsedInputOf<(typeof changeCalls)[Kind]>
export type ChangeHandlers = { readonly [Kind in ChangeKind]: ChangeHandler<InputOfChange<Kind>> }

interface AuditedChange<Before, After>
  extends Omit<Changed, 'before' | 'after'>,
    Required<AuditedFields<Before, After>> {
  readonly action: AuditAction
  readonly reason: string | null
  /** What only the audit has, so that verify can check the change. */
  readonly audited?: NamedFields
}

export async function auditChange<Before, After>(
  tx: Tx,
  context: ChangeContext,
  { action, reason, audited, ...changed }: AuditedChange<Before, After>,
): Promise<Changed> {
  const { subject, before, after } = changed as Changed
  const entry = { before, after: { ...after, ...audited, ...approvedAs(context) } }
  await writeAudit(tx, { ...context, reason }, subject, action, entry)
  return changed as Changed
}

/** An approved request is compared only with the fields that it changes, as its requester saw them. */
export function refuseStale({ request }: ChangeContext, isCurrent: boolean, present: NamedFields) {
  const asStored = JSON.parse(JSON.stringify(present)) as Record<string, unknown>
  const isStale = request
    ? Object.entries(request.before ?? {}).some(([name, value]) => !isDeepStrictEqual(asStored[name], value))
    : !isCurrent
  if (isStale) throw refusal('version_conflict')
}

/** Names the request in the audit entry of an approved change, so that verify finds both operators. */
export const approvedAs = ({ request }: ChangeContext) => (request === null ? {} : { approval_request: request.id })

/** Support also requests the approval of agents, without other terms. */
export const requesterRoles = (kind: ApprovalKind) =>
  rolesOf(kind === 'agent_approve' ? approveAgent : requestCallOf(kind))
