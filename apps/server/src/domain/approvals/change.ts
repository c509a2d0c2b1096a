import type { Endpoint, ParsedInputOf } from '@cashbox/contract'
import { approveAgent, type ChangeKind, changeCalls, type OperatorRole, operatorApi } from '@cashbox/contract/operator'
import type { Tx } from '../../platform/db/database.ts'
import type { Actor, NamedFields } from '../operators/audit.ts'

/** Who makes a change, and when. */
export interface By {
  readonly actor: Actor
  readonly at: Date
  /** The request that the actor approves, with what it would change as its asker saw it; null for one operator alone. */
  readonly request: { readonly id: string; readonly before: object | null } | null
}

/** What a change did. */
export interface Changed {
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string }
  readonly before: NamedFields | null
  readonly after: NamedFields | null
  /** One operator may not make it alone. */
  readonly needsApproval: boolean
  /** Called after the commit. */
  readonly tell?: () => void
}

/** Makes a change and writes its audit entry, or refuses. The same for one operator alone and for an approved request. */
export type Act<Input> = (tx: Tx, input: Input, by: By) => Promise<Changed>

export type InputOfChange<Kind extends ChangeKind> = ParsedInputOf<(typeof changeCalls)[Kind]>
export type ChangeActs = { readonly [Kind in ChangeKind]: Act<InputOfChange<Kind>> }

/** Names the request in the audit entry of an approved change, so that verify finds both operators. */
export const approvedAs = ({ request }: By) => (request === null ? {} : { change_request: request.id })

function rolesOfCall(call: Endpoint): readonly OperatorRole[] {
  const who = operatorApi.find(([endpoint]) => endpoint === call)?.[1]
  if (!Array.isArray(who)) throw new Error(`no roles may make the call ${call.path}`)
  return who as readonly OperatorRole[]
}

/** Those who may make a change may also approve it. */
export const deciderRoles = (kind: ChangeKind) => rolesOfCall(changeCalls[kind])

/** Support asks to approve agents too, without terms of their own. */
export const requesterRoles = (kind: ChangeKind) =>
  kind === 'agent_approve' ? rolesOfCall(approveAgent) : deciderRoles(kind)
