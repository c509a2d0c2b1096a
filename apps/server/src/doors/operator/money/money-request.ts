import { formatMinor } from '@cashbox/contract'
import { type MoneyKind, type MoneyRequest, moneyKinds, requestStates } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { formatUnits } from '../../../domain/topups/units.ts'
import { toSeconds } from '../../../platform/clock.ts'
import {
  bool,
  int2,
  int4,
  int8,
  json,
  nullable,
  numeric,
  oneOf,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

/** What is fixed when the request is made, so that a second operator approves exactly that. */
const Payload = z.object({
  rate: z.exactOptional(z.string()),
  offset_percent: z.exactOptional(z.string()),
  /** The agent who gets a top-up without an owner. */
  owner: z.exactOptional(z.string()),
  paid_to: z.exactOptional(z.string()),
})

/** What a request is about, before it is decided. */
export interface Subject {
  readonly kind: MoneyKind
  readonly agentId: string | null
  readonly topupId?: string
  readonly playerTransactionId?: string
  /** In the smallest part of the asset; negative where an adjustment takes. */
  readonly amount: bigint
  readonly asset: string
  readonly decimals: number
  readonly payload: z.infer<typeof Payload>
}

/** A request as the database has it, with the names that people know its parts by. */
export const requestColumns = {
  id: uuid,
  number: int8,
  kind: oneOf(...moneyKinds),
  state: oneOf(...requestStates),
  agent_id: nullable(uuid),
  cash_id: nullable(int8),
  topup_id: nullable(uuid),
  player_transaction_id: nullable(uuid),
  transaction_id: nullable(text),
  amount: numeric,
  asset: text,
  decimals: int2,
  payload: json(Payload),
  body_hash: text,
  reason: text,
  needs_approval: bool,
  requested_by: uuid,
  requester: text,
  requested_at: timestamptz,
  decided_by: nullable(uuid),
  decider: nullable(text),
  decided_at: nullable(timestamptz),
  note: nullable(text),
  failure: nullable(text),
  transfer_id: nullable(uuid),
  version: int4,
}
export type RequestRow = RowOf<typeof requestColumns>

/** Statements about requests begin with it. */
export const selectRequests = sql`
  select request.id, request.number, request.kind, request.state, request.agent_id, agent.cash_id, request.topup_id,
         request.player_transaction_id, player_transaction.transaction_id, request.amount, request.asset,
         request.decimals, request.payload, request.body_hash, request.reason, request.needs_approval,
         request.requested_by, requester.name as requester, request.requested_at, request.decided_by,
         decider.name as decider, request.decided_at, request.note, request.failure, request.transfer_id, request.version
  from money_request as request
  join operator as requester on requester.id = request.requested_by
  left join operator as decider on decider.id = request.decided_by
  left join agent on agent.id = request.agent_id
  left join player_transaction on player_transaction.id = request.player_transaction_id`

export async function findRequest(db: Queryable, id: string): Promise<RequestRow | null> {
  const [row] = await db.query(sql`${selectRequests} where request.id = ${id}`, requestColumns)
  return row ?? null
}

/** Locked until it is decided: another decision waits, and then finds it ended. */
export async function lockWaiting(tx: Tx, id: string, version: number): Promise<RequestRow> {
  await tx.execute(sql`select 1 from money_request where id = ${id} for update`)
  const row = await findRequest(tx, id)
  if (!row) throw refusal('not_found')
  if (row.state !== 'pending' || row.version !== version) throw refusal('version_conflict')
  return row
}

/** With two decimals; of a top-up that goes back, as many as its coin has. */
export const formatAmount = ({ kind, amount, decimals }: Pick<Subject, 'kind' | 'amount' | 'decimals'>): string =>
  kind === 'topup_return' ? formatUnits(amount, decimals) : formatMinor(amount)

const amountOf = ({ kind, amount, decimals }: RequestRow) => formatAmount({ kind, amount: BigInt(amount), decimals })

export const showMoneyRequest = (row: RequestRow): MoneyRequest => ({
  id: row.id,
  number: Number(row.number),
  kind: row.kind,
  state: row.state,
  cash_id: row.cash_id?.toString() ?? null,
  amount: amountOf(row),
  asset: row.asset,
  topup_id: row.topup_id,
  transaction_id: row.transaction_id,
  rate: row.payload.rate ?? null,
  offset_percent: row.payload.offset_percent ?? null,
  paid_to: row.payload.paid_to ?? null,
  reason: row.reason,
  needs_approval: row.needs_approval,
  requested_by: { id: row.requested_by, name: row.requester },
  requested_at: toSeconds(row.requested_at),
  decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider ?? '' },
  decided_at: row.decided_at ? toSeconds(row.decided_at) : null,
  note: row.note,
  failure: row.failure,
  transfer_id: row.transfer_id,
  version: row.version,
})

/** What the audit keeps of it. */
export const factsOf = (row: RequestRow) => ({
  kind: row.kind,
  cash_id: row.cash_id?.toString() ?? null,
  amount: amountOf(row),
  asset: row.asset,
  topup_id: row.topup_id,
  transaction_id: row.transaction_id,
  ...row.payload,
  needs_approval: row.needs_approval,
  state: row.state,
  failure: row.failure,
  transfer_id: row.transfer_id,
})
