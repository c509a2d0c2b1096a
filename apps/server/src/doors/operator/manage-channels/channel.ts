import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface FeeRow {
  readonly valid_from: Date
  readonly deposit_fee_bp: number
  readonly withdraw_fee_bp: number
}

export interface ChannelRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly currency_code: string
  readonly is_demo: boolean
  readonly version: number
}

/** From when the first fee of a channel counts: no confirmation is older. */
export const BEGINNING = new Date(0)

export function showChannel({ id: _id, ...channel }: ChannelRow, newestFirst: readonly FeeRow[], now: Date): Channel {
  return {
    ...channel,
    fees: newestFirst.map(({ valid_from, deposit_fee_bp, withdraw_fee_bp }, place): ChannelFee => {
      const next = newestFirst[place - 1]?.valid_from ?? null
      return {
        deposit_fee_bp,
        withdraw_fee_bp,
        valid_from: valid_from.getTime() === BEGINNING.getTime() ? null : toSeconds(valid_from),
        valid_until: next && toSeconds(next),
        state: valid_from > now ? 'future' : next !== null && next <= now ? 'past' : 'present',
      }
    }),
  }
}

export async function readChannel(db: Queryable, id: string, now: Date) {
  const row = only(
    await db.query<ChannelRow>(
      sql`select id, code, name, currency_code, is_demo, version from channel where id = ${id}`,
    ),
  )
  const fees = await db.query<FeeRow>(sql`
    select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee where channel_id = ${id} order by valid_from desc`)
  return { channel: showChannel(row, fees, now) }
}

export const channelSubject = (code: string) => ({ kind: 'channel', id: code })
