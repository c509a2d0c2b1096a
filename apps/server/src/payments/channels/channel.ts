import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { bool, int4, type RowOf, text, timestamptz, uuid } from '../../platform/database/columns.ts'
import { only, type Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'

export const feeColumns = { valid_from: timestamptz, deposit_fee_bp: int4, withdraw_fee_bp: int4 }
type FeeRow = RowOf<typeof feeColumns>

export const channelColumns = {
  id: uuid,
  code: text,
  name: text,
  currency_code: text,
  is_demo: bool,
  version: int4,
}
export type ChannelRow = RowOf<typeof channelColumns>

/** From when the first fee of a channel counts: no confirmation is older. */
export const BEGINNING = new Date(0)

export function showChannel({ id: _id, ...channel }: ChannelRow, newestFirst: readonly FeeRow[], now: Date): Channel {
  const fees = newestFirst.map(({ valid_from, deposit_fee_bp, withdraw_fee_bp }, place): ChannelFee => {
    const next = newestFirst[place - 1]?.valid_from ?? null
    return {
      deposit_fee_bp,
      withdraw_fee_bp,
      valid_from: valid_from.getTime() === BEGINNING.getTime() ? null : toSeconds(valid_from),
      valid_until: next && toSeconds(next),
      state: valid_from > now ? 'future' : next !== null && next <= now ? 'past' : 'present',
    }
  })
  const present_fee = fees.find(({ state }) => state === 'present')
  if (!present_fee) throw new Error(`the channel ${channel.code} has no fee that counts`)
  return { ...channel, present_fee, next_fee: fees.findLast(({ state }) => state === 'future') ?? null, fees }
}

export async function readChannel(db: Queryable, id: string, now: Date) {
  const row = only(
    await db.query(
      sql`select id, code, name, currency_code, is_demo, version from channel where id = ${id}`,
      channelColumns,
    ),
  )
  const fees = await db.query(
    sql`
      select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee where channel_id = ${id} order by valid_from desc`,
    feeColumns,
  )
  return { channel: showChannel(row, fees, now) }
}

export async function findChannel(db: Queryable, code: string, now: Date) {
  const [found] = await db.query(sql`select id from channel where code = ${code}`, { id: uuid })
  if (!found) throw refusal('not_found')
  return readChannel(db, found.id, now)
}

export const channelSubject = (code: string) => ({ kind: 'channel', id: code })
