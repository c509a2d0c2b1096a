import { formatMinor, type RefusalCode } from '@cashbox/contract'
import {
  type ApprovalKind,
  ApprovalRequest,
  approvalKinds,
  deciderRoles,
  type MoneyKind,
  type OperatorRole,
  REQUEST_DAYS,
} from '@cashbox/contract/operator'
import { paymentDirections } from '@cashbox/contract/partner'
import {
  col,
  type Database,
  type Queryable,
  query,
  type RowOf,
  type Sql,
  sql,
  type Tx,
} from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { type Actor, asJson, changesBetween, writeAudit } from '../access/audit.ts'
import { formatUnits } from '../ledger/units.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { type Clock, toSeconds } from '../platform/clock.ts'
import { queryFirst } from '../platform/query-first.ts'
import { refusal } from '../platform/refusal.ts'
import { requesterRoles } from './kinds.ts'

export const requestColumns = {
  ...columnsFor(
    z.omit(ApprovalRequest, { subject: true, rate: true, offset_percent: true, paid_to: true, payment: true }),
  ),
  id: col.uuid,
  number: col.count,
  subject_kind: col.text,
  subject_id: col.text,
  subject_name: col.text,
  payload: col.json(z.record(z.string(), z.unknown())),
  fields: col.textArray,
  agent_id: col.nullable(col.uuid),
  cash_id: col.nullable(col.digits),
  topup_id: col.nullable(col.uuid),
  player_transaction_id: col.nullable(col.uuid),
  amount: col.nullable(col.numeric),
  decimals: col.nullable(col.int2),
  body_hash: col.nullable(col.text),
  requested_by: col.uuid,
  requester: col.text,
  requested_at: col.timestamptz,
  decided_by: col.nullable(col.uuid),
  decider: col.nullable(col.text),
  possible_deciders: col.count,
}
export type RequestRow = RowOf<typeof requestColumns>

/** Fixed when money is requested, so that the second operator approves exactly these terms. */
const MoneyTerms = z.object({
  rate: z.exactOptional(z.string()),
  offset_percent: z.exactOptional(z.string()),
  /** The agent who gets a top-up without an owner. */
  owner: z.exactOptional(z.string()),
  paid_to: z.exactOptional(z.string()),
  /** Of a payment between network and partner, or of the one that is taken back. */
  partner: z.exactOptional(z.string()),
  direction: z.exactOptional(z.enum(paymentDirections)),
  paid_on: z.exactOptional(z.string()),
  bank_reference: z.exactOptional(z.string()),
  reverses: z.exactOptional(z.string()),
})
export type MoneyTerms = z.infer<typeof MoneyTerms>

/** The money part of a request; null for a change. */
export function moneyOf({ kind, amount, asset, decimals, payload, reason }: RequestRow) {
  if (amount === null || asset === null || decimals === null) return null
  const terms = MoneyTerms.parse(payload)
  return { kind: kind as MoneyKind, amount: BigInt(amount), asset, decimals, terms, reason: reason ?? '' }
}

const rolesByKind = JSON.stringify(Object.fromEntries(approvalKinds.map((kind) => [kind, deciderRoles(kind)])))

/** The operator has a role that the request needs, and is neither its requester nor its subject. */
export const mayDecide = (): Sql => sql`
  operator.disabled_at is null and operator.id <> request.requested_by and operator.id::text <> request.subject_id
  and jsonb_exists(${rolesByKind}::jsonb -> request.kind, operator.role)`

export const selectRequests = (): Sql => sql`
  select request.id, request.number, request.kind, request.state, request.subject_kind, request.subject_id,
         request.subject_name, request.payload, request.before, request.after, request.fields, request.reason, request.agent_id,
         agent.cash_id, request.topup_id, request.player_transaction_id, player_transaction.transaction_id,
         request.amount, request.asset, request.decimals, request.body_hash, request.needs_approval, request.requested_by,
         requester.name as requester, request.requested_at, request.decided_by, decider.name as decider,
         request.decided_at, request.note, request.failure, request.version,
         (select count(*) from operator where ${mayDecide()}) as possible_deciders
  from approval_request as request
  join operator as requester on requester.id = request.requested_by
  left join operator as decider on decider.id = request.decided_by
  left join agent on agent.id = request.agent_id
  left join player_transaction on player_transaction.id = request.player_transaction_id`

export const findRequest = (db: Queryable, id: string) =>
  queryFirst(db, requestColumns)`${selectRequests()} where request.id = ${id}`

async function readWritten(tx: Tx, id: string): Promise<RequestRow> {
  const row = await findRequest(tx, id)
  if (!row) throw new Error('approval request not found after it was written')
  return row
}

/** With two decimals, or for a returned top-up with the decimals of its coin. */
export const formatAmount = (kind: ApprovalKind, amount: bigint, decimals: number): string =>
  kind === 'topup_return' ? formatUnits(amount, decimals) : formatMinor(amount)

export function toRequest(row: RequestRow): ApprovalRequest {
  const money = moneyOf(row)
  return {
    ...row,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    amount: money && formatAmount(row.kind, money.amount, money.decimals),
    rate: money?.terms.rate ?? null,
    offset_percent: money?.terms.offset_percent ?? null,
    paid_to: money?.terms.paid_to ?? null,
    payment: paymentOf(money?.terms),
    requested_by: { id: row.requested_by, name: row.requester },
    requested_at: toSeconds(row.requested_at),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider ?? '' },
  }
}

function paymentOf({ partner, direction, paid_on, bank_reference }: MoneyTerms = {}): ApprovalRequest['payment'] {
  if (partner === undefined || direction === undefined) return null
  return { partner, direction, paid_on: paid_on ?? '', bank_reference: bank_reference ?? '' }
}

export function factsOf(row: RequestRow) {
  const money = moneyOf(row)
  return {
    kind: row.kind,
    subject: `${row.subject_kind} ${row.subject_id}`,
    state: row.state,
    failure: row.failure,
    ...(money && {
      cash_id: row.cash_id,
      amount: formatAmount(row.kind, money.amount, money.decimals),
      asset: row.asset,
      topup_id: row.topup_id,
      transaction_id: row.transaction_id,
      ...money.terms,
      needs_approval: row.needs_approval,
    }),
  }
}

interface NewRequest {
  readonly id: string
  readonly kind: ApprovalKind
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string }
  readonly payload: string
  readonly before?: object | null
  readonly after?: object | null
  readonly fields?: readonly string[]
  readonly reason: string | null
  readonly needsApproval: boolean
  readonly requestedBy: string | null
  readonly at: Date
  readonly money?: {
    readonly agentId: string | null
    readonly topupId?: string | undefined
    readonly playerTransactionId?: string | undefined
    readonly amount: bigint
    readonly asset: string
    readonly decimals: number
    readonly bodyHash: string
  }
}

export async function insertRequest(tx: Tx, request: NewRequest): Promise<RequestRow> {
  const { id, subject, fields = [], money } = request
  await tx.execute(sql`
    insert into approval_request (id, kind, subject_kind, subject_id, subject_name, payload, before, after, fields, reason, agent_id,
      topup_id, player_transaction_id, amount, asset, decimals, body_hash, needs_approval, requested_by, requested_at)
    values (${id}, ${request.kind}, ${subject.kind}, ${subject.id}, ${subject.name}, ${request.payload}::jsonb,
      ${asJson(request.before)}::jsonb, ${asJson(request.after)}::jsonb, ${fields}::text[], ${request.reason},
      ${money?.agentId ?? null}, ${money?.topupId ?? null}, ${money?.playerTransactionId ?? null},
      ${money?.amount.toString() ?? null}, ${money?.asset ?? null}, ${money?.decimals ?? null}, ${money?.bodyHash ?? null},
      ${request.needsApproval}, ${request.requestedBy}, ${request.at})`)
  return readWritten(tx, id)
}

const expiredBefore = (at: Date) => new Date(at.getTime() - REQUEST_DAYS * 24 * 60 * 60 * 1000)

/** A second decision at the same moment waits for this lock, and is then refused. */
export async function lockPending(tx: Tx, id: string, version: number, at: Date): Promise<RequestRow> {
  await tx.execute(sql`select 1 from approval_request where id = ${id} for update`)
  const row = await findRequest(tx, id)
  if (!row) throw refusal('not_found')
  if (row.state !== 'pending' || row.version !== version) throw refusal('version_conflict')
  if (row.requested_at < expiredBefore(at)) throw refusal('request_expired')
  return row
}

interface RequestEnd {
  readonly state: Exclude<RequestRow['state'], 'pending'>
  readonly at: Date
  readonly decidedBy?: string | null
  readonly note?: string | undefined
  readonly failure?: RefusalCode
}

/** The caller has locked the request, or has just inserted it. */
export async function endRequest(tx: Tx, id: string, end: RequestEnd): Promise<RequestRow> {
  const { state, at, decidedBy, note, failure } = end
  await tx.execute(sql`
    update approval_request set state = ${state}, decided_by = ${decidedBy ?? null}, decided_at = ${at},
      note = ${note ?? null}, failure = ${failure ?? null}, version = version + 1
    where id = ${id}`)
  return readWritten(tx, id)
}

interface AuditedRequestEnd extends RequestEnd {
  readonly action: 'approval.approve' | 'approval.reject' | 'approval.withdraw' | 'approval.expire'
  readonly actor: Actor
}

export async function endWithAudit(tx: Tx, before: RequestRow, end: AuditedRequestEnd): Promise<RequestRow> {
  const after = await endRequest(tx, before.id, end)
  await writeAudit(
    tx,
    { ...end, reason: end.note },
    { kind: 'approval_request', id: before.id },
    end.action,
    changesBetween(factsOf(before), factsOf(after)),
  )
  return after
}

/** Withdraws what an operator who was disabled or has another role may no longer ask for. The caller has locked the operator. */
export async function withdrawDisallowed(
  tx: Tx,
  operator: { readonly id: string; readonly role: OperatorRole; readonly is_disabled: boolean },
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  // A request that is being decided at this moment is skipped: its decision asks for the requester's role too.
  const waiting = await query(tx, { id: col.uuid, kind: col.oneOf(...approvalKinds) })`
    select id, kind from approval_request where state = 'pending' and requested_by = ${operator.id}
    order by number for update skip locked`
  for (const { id, kind } of waiting) {
    if (!operator.is_disabled && requesterRoles(kind).includes(operator.role)) continue
    const failure = 'requester_not_allowed'
    const end = { state: 'withdrawn', action: 'approval.withdraw', failure, actor, at } as const
    await endWithAudit(tx, await readWritten(tx, id), end)
  }
}

const CASHBOX = { operatorId: null, name: 'Cashbox', ip: null }

/** Ends requests that were not decided in time: the requester may no longer want them. */
export const expireOldRequests = (db: Database, clock: Clock) => db.transaction((tx) => expireRequests(tx, clock.now()))

export async function expireRequests(tx: Tx, at: Date): Promise<void> {
  const old = await query(tx, { id: col.uuid })`
    select id from approval_request where state = 'pending' and requested_at < ${expiredBefore(at)}
    order by number for update skip locked`
  for (const { id } of old) {
    const request = await findRequest(tx, id)
    if (request) await endWithAudit(tx, request, { state: 'expired', action: 'approval.expire', actor: CASHBOX, at })
  }
}
