import { isDeepStrictEqual } from 'node:util'
import { formatMinor } from '@cashbox/contract'
import type { ChangeKind, ChangeRequest } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../platform/clock.ts'
import { bool, uuid } from '../../platform/db/columns.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { type Actor, asJson, writeAudit } from '../operators/audit.ts'
import type { Act, Changed, InputOfChange } from './change.ts'
import { type ChangeRequestRow, factsOf, findChangeRequest, showChangeRequest } from './change-request.ts'
import { expireRequests } from './expire-changes.ts'

interface Services {
  readonly db: Database
  readonly clock: Clock
}

interface Wish<Kind extends ChangeKind> {
  readonly kind: Kind
  readonly input: InputOfChange<Kind>
  readonly reason: string | null
  readonly actor: Actor
}

/**
 * Makes a change, or takes it back and asks for it where one operator alone may not make it. Answers with the request
 * that then waits, or null.
 */
export async function doOrAsk<Kind extends ChangeKind>(
  { db, clock }: Services,
  wish: Wish<Kind>,
  act: Act<InputOfChange<Kind>>,
): Promise<ChangeRequest | null> {
  const at = clock.now()
  const { request, tell } = await db.transaction((tx) => doOrAskIn(tx, wish, act, at))
  tell?.()
  return request && showChangeRequest(request)
}

interface DoneOrAsked {
  readonly request: ChangeRequestRow | null
  readonly tell: Changed['tell']
}

export async function doOrAskIn<Kind extends ChangeKind>(
  tx: Tx,
  wish: Wish<Kind>,
  act: Act<InputOfChange<Kind>>,
  at: Date,
): Promise<DoneOrAsked> {
  await tx.script('savepoint change')
  const changed = await act(tx, wish.input, { actor: wish.actor, at, request: null })
  if (!changed.needsApproval) return { request: null, tell: changed.tell }
  await tx.script('rollback to savepoint change')
  return { request: await ask(tx, wish, changed, at), tell: undefined }
}

async function ask(tx: Tx, wish: Wish<ChangeKind>, changed: Changed, at: Date): Promise<ChangeRequestRow> {
  const { subject } = changed
  // Those who ask about one thing at the same moment take turns.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${subject.kind} ${subject.id}`}, 18))`)
  await expireRequests(tx, at)
  const waiting = await findWaiting(tx, wish, changed)
  if (waiting) return waiting
  const request = await insert(tx, wish, changed, at)
  await writeAudit(tx, {
    at,
    actor: wish.actor,
    action: 'change.request',
    subject: { kind: 'change_request', id: request.id },
    reason: wish.reason,
    before: changed.before,
    after: { ...changed.after, ...factsOf(request) },
  })
  return request
}

/** The same wish of the same operator again, as a second click sends it. Another wish about the same thing is refused. */
async function findWaiting(tx: Tx, { kind, input, actor }: Wish<ChangeKind>, { subject }: Changed) {
  const [waiting] = await tx.query(
    sql`
      select id, kind = ${kind} and requested_by = ${actor.operatorId} and payload = ${payloadOf(input)}::jsonb as is_same
      from change_request where state = 'pending' and subject_kind = ${subject.kind} and subject_id = ${subject.id}`,
    { id: uuid, is_same: bool },
  )
  if (!waiting) return null
  if (!waiting.is_same) throw refusal('request_already_waiting')
  return findChangeRequest(tx, waiting.id)
}

async function insert(tx: Tx, { kind, input, reason, actor }: Wish<ChangeKind>, changed: Changed, at: Date) {
  const { subject } = changed
  const { before, after } = onlyChanged(changed)
  const id = uuidv7()
  await tx.execute(sql`
    insert into change_request (id, kind, subject_kind, subject_id, subject_name, payload, before, after, reason,
                                requested_by, requested_at)
    values (${id}, ${kind}, ${subject.kind}, ${subject.id}, ${subject.name}, ${payloadOf(input)}::jsonb,
            ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${reason}, ${actor.operatorId}, ${at})`)
  const request = await findChangeRequest(tx, id)
  if (!request) throw new Error('change request not found after it was written')
  return request
}

/** What stays as it is, and that the version would be a higher one, is no news to the reader. */
function onlyChanged({ before, after }: Pick<Changed, 'before' | 'after'>) {
  const isNews = (name: string) => name !== 'version' && !isDeepStrictEqual(valueOf(before, name), valueOf(after, name))
  const pick = (fields: object | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => isNews(name)))
  return { before: pick(before), after: pick(after) }
}

const valueOf = (fields: object | null, name: string): unknown => (fields as Record<string, unknown> | null)?.[name]

/** As the call would be sent, so that its contract can read it again. */
const payloadOf = (input: object) =>
  JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? formatMinor(value) : value))
