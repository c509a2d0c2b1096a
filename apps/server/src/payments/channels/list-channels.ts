import { uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { channelColumns, feeColumns, showChannel } from './channel.ts'
import type { ChannelServices } from './services.ts'

export async function listChannels({ db, clock }: ChannelServices) {
  const rows = await db.query(
    sql`select id, code, name, currency_code, is_demo, version from channel order by is_demo, code`,
    channelColumns,
  )
  const fees = await db.query(
    sql`
      select channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee order by valid_from desc`,
    { ...feeColumns, channel_id: uuid },
  )
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
