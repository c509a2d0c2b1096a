import { topupReasons, topupStates, type WalletType, walletTypes } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import { int2, nullable, oneOf, type RowOf, text, uuid } from '../platform/database/columns.ts'
import { only, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Something that came in through a rail. */
export interface Arrival {
  readonly agentId: string | null
  readonly rail: WalletType
  /** What makes it one of its kind on the rail. */
  readonly reference: string
  readonly coin: string
  readonly units: bigint
  readonly decimals: number
  readonly sender: string
  readonly txid?: string
  readonly blockNumber?: number
  /** How many providers proved it, once it is final. */
  readonly providers?: number
  readonly orderId?: string
  readonly at: Date
}

export const topupColumns = {
  id: uuid,
  agent_id: nullable(uuid),
  rail: oneOf(...walletTypes),
  state: oneOf(...topupStates),
  reason: nullable(oneOf(...topupReasons)),
  coin: text,
  /** Digits; larger than any number type for tokens that anyone can make. */
  units: text,
  decimals: int2,
  /** How many providers of a chain proved it; null before that, and on other rails. */
  providers: nullable(int2),
}
export type TopupRow = RowOf<typeof topupColumns>

/**
 * Records it the first time, and locks it every time: the holder of the lock decides. Until it is decided, the last
 * report counts; what was shown before may have been replaced.
 */
export async function recordArrival(tx: Tx, arrival: Arrival): Promise<TopupRow> {
  await tx.execute(sql`
    insert into topup (id, agent_id, rail, reference, state, coin, units, decimals, sender, txid, block_number, confirmations,
                       providers, order_id, seen_at)
    values (${uuidv7()}, ${arrival.agentId}, ${arrival.rail}, ${arrival.reference}, 'confirming', ${arrival.coin},
            ${arrival.units.toString()}, ${arrival.decimals}, ${arrival.sender}, ${arrival.txid ?? null}, ${arrival.blockNumber ?? null},
            ${arrival.rail === 'tron' ? 0 : null}, ${arrival.providers ?? null}, ${arrival.orderId ?? null}, ${arrival.at})
    on conflict on constraint topup_is_one do update
      set agent_id = excluded.agent_id, coin = excluded.coin, units = excluded.units, decimals = excluded.decimals,
          sender = excluded.sender, block_number = excluded.block_number, providers = excluded.providers, order_id = excluded.order_id
      where topup.state in ('confirming', 'failed') or topup.reason = 'not_in_history'`)
  return only(
    await tx.query(
      sql`
        select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers from topup
        where rail = ${arrival.rail} and reference = ${arrival.reference} for update`,
      topupColumns,
    ),
  )
}

export async function lockTopup(tx: Tx, id: string): Promise<TopupRow | null> {
  const [row] = await tx.query(
    sql`
      select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers from topup
      where id = ${id} for update`,
    topupColumns,
  )
  return row ?? null
}
