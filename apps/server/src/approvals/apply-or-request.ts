import { isDeepStrictEqual } from 'node:util'
import { formatMinor, type OutputOf } from '@cashbox/contract'
import { type ApprovalRequest, type ChangeKind, changeCalls } from '@cashbox/contract/operator'
import { col, query, type Tx } from '@cashbox/postgres/database'
import { takeLock } from '@cashbox/postgres/network'
import { uuidv7 } from 'uuidv7'
import type { OperatorRoute } from '../access/admit-operator.ts'
import { type Actor, writeAudit } from '../access/audit.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { expireRequests, factsOf, findRequest, insertRequest, type RequestRow, toRequest } from './approval-request.ts'
import type { Changed, ChangeHandler, InputOfChange } from './kinds.ts'

interface Change<Kind extends ChangeKind> {
  readonly kind: Kind
  readonly input: InputOfChange<Kind>
  readonly actor: Actor
}

/** The call of a change that may need a second operator. `read` reads the rest of the answer: how it is afterwards. */
export const changeRoute = <Kind extends ChangeKind>(
  services: Services,
  kind: Kind,
  handler: ChangeHandler<InputOfChange<Kind>>,
  read: (input: InputOfChange<Kind>) => Promise<Omit<OutputOf<(typeof changeCalls)[Kind]>, 'request'>>,
): OperatorRoute => ({
  endpoint: changeCalls[kind],
  async handler({ input: parsed, ...context }) {
    const input = parsed as InputOfChange<Kind>
    const { actor } = context as { readonly actor: Actor }
    const request = await applyOrRequest(services, { kind, input, actor }, handler)
    return { ...(await read(input)), request }
  },
})

/** Makes a change. If it needs a second operator, rolls it back and returns a request for approval instead of null. */
export async function applyOrRequest<Kind extends ChangeKind>(
  { db, clock }: Services,
  change: Change<Kind>,
  handler: ChangeHandler<InputOfChange<Kind>>,
): Promise<ApprovalRequest | null> {
  const at = clock.now()
  const { request, afterCommit } = await db.transaction((tx) => applyOrRequestIn(tx, change, handler, at))
  afterCommit?.()
  return request && toRequest(request)
}

export interface AppliedOrRequested {
  readonly request: RequestRow | null
  readonly afterCommit: Changed['afterCommit']
}

export async function applyOrRequestIn<Kind extends ChangeKind>(
  tx: Tx,
  change: Change<Kind>,
  handler: ChangeHandler<InputOfChange<Kind>>,
  at: Date,
): Promise<AppliedOrRequested> {
  await tx.script('savepoint change')
  const changed = await handler(tx, change.input, { actor: change.actor, at, request: null })
  if (changed.needsApproval.length === 0) return { request: null, afterCommit: changed.afterCommit }
  await tx.script('rollback to savepoint change')
  return { request: await createRequest(tx, change, changed, at), afterCommit: undefined }
}

async function createRequest(tx: Tx, change: Change<ChangeKind>, changed: Changed, at: Date): Promise<RequestRow> {
  const { subject } = changed
  // Requests about the same subject take turns.
  await takeLock(tx, `request about ${subject.kind} ${subject.id}`)
  await expireRequests(tx, at)
  const waiting = await findPending(tx, change, changed)
  if (waiting) return waiting
  const { before, after } = onlyChanged(changed)
  const { kind, input, actor } = change
  const reason = reasonOf(input)
  const request = await insertRequest(tx, {
    id: uuidv7(),
    kind,
    subject,
    payload: payloadOf(input),
    before,
    after,
    reason,
    needsApproval: true,
    fields: changed.needsApproval,
    requestedBy: actor.operatorId,
    at,
  })
  await writeAudit(tx, { at, actor, reason }, { kind: 'approval_request', id: request.id }, 'approval.request', {
    before: changed.before,
    after: { ...changed.after, ...factsOf(request) },
  })
  return request
}

/** What the agent reads is the reason where the operator gave no other. */
const reasonOf = ({ reason, note }: { readonly reason?: string | undefined; readonly note?: string | undefined }) =>
  reason ?? note ?? null

/** A second click sends the same change again and gets the same request. Another change of the subject is refused. */
async function findPending(tx: Tx, { kind, input, actor }: Change<ChangeKind>, { subject }: Changed) {
  const [waiting] = await query(tx, { id: col.uuid, is_same: col.bool })`
    select id, kind = ${kind} and requested_by = ${actor.operatorId} and payload = ${payloadOf(input)}::jsonb as is_same
    from approval_request
    where state = 'pending' and subject_kind = ${subject.kind} and subject_id = ${subject.id} and amount is null`
  if (!waiting) return null
  if (!waiting.is_same) throw refusal('request_already_waiting')
  return findRequest(tx, waiting.id)
}

function onlyChanged({ before, after }: Pick<Changed, 'before' | 'after'>) {
  const isNews = (name: string) => name !== 'version' && !isDeepStrictEqual(valueOf(before, name), valueOf(after, name))
  const pick = (fields: object | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => isNews(name)))
  return { before: pick(before), after: pick(after) }
}

const valueOf = (fields: object | null, name: string): unknown => (fields as Record<string, unknown> | null)?.[name]

/** As the call is sent, so that the contract can parse it again. */
const payloadOf = (input: object) =>
  JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? formatMinor(value) : value))
