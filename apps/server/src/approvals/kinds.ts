import type { Endpoint, ParsedInputOf } from '@cashbox/contract'
import {
  type ApprovalKind,
  approveAgent,
  type ChangeKind,
  type changeCalls,
  type OperatorRole,
  operatorApi,
  requestCalls,
} from '@cashbox/contract/operator'
import type { Actor, NamedFields } from '../access/audit.ts'
import type { Tx } from '../platform/database/database.ts'

export interface ChangeContext {
  readonly actor: Actor
  readonly at: Date
  /** The request that the actor approves, with the old values as the requester saw them; null for a change without approval. */
  readonly request: { readonly id: string; readonly before: object | null } | null
}

export interface Changed {
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string }
  readonly before: NamedFields | null
  readonly after: NamedFields | null
  readonly needsApproval: boolean
  readonly afterCommit?: () => void
}

/** Makes a change and writes its audit entry, or refuses. The same for one operator alone and for an approved request. */
export type ChangeHandler<Input> = (tx: Tx, input: Input, context: ChangeContext) => Promise<Changed>

export type InputOfChange<Kind extends ChangeKind> = ParsedInputOf<(typeof changeCalls)[Kind]>
export type ChangeHandlers = { readonly [Kind in ChangeKind]: ChangeHandler<InputOfChange<Kind>> }

/** Names the request in the audit entry of an approved change, so that verify finds both operators. */
export const approvedAs = ({ request }: ChangeContext) => (request === null ? {} : { approval_request: request.id })

function rolesOfCall(call: Endpoint): readonly OperatorRole[] {
  const who = operatorApi.find(([endpoint]) => endpoint === call)?.[1]
  if (!Array.isArray(who)) throw new Error(`no roles may make the call ${call.path}`)
  return who as readonly OperatorRole[]
}

/** The roles that may make a request may also approve it. */
export const deciderRoles = (kind: ApprovalKind) => rolesOfCall(requestCalls[kind])

/** Support also requests the approval of agents, without other terms. */
export const requesterRoles = (kind: ApprovalKind) =>
  kind === 'agent_approve' ? rolesOfCall(approveAgent) : deciderRoles(kind)
