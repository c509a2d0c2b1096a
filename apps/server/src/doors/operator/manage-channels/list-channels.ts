import { sql } from '../../../platform/db/sql.ts'
import { type ChannelRow, type FeeRow, showChannel } from './channel.ts'
import type { ChannelServices } from './services.ts'

export async function listChannels({ db, clock }: ChannelServices) {
  const rows = await db.query<ChannelRow>(
    sql`select id, code, name, currency_code, is_demo, version from channel order by is_demo, code`,
  )
  const fees = await db.query<FeeRow & { channel_id: string }>(sql`
    select channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee order by valid_from desc`)
  const now = clock.now()
  return {
    list: rows.map((row) =>
      showChannel(
        row,
        fees.filter(({ channel_id }) => channel_id === row.id),
        now,
      ),
    ),
  }
}
