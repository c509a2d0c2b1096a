import type { ParsedInputOf } from '@cashbox/contract'
import type { setChannelFees as call } from '@cashbox/contract/operator'
import { fromSeconds } from '../../../platform/clock.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { changeChannel } from './change-channel.ts'
import { feeColumns } from './channel.ts'
import type { Asked, ChannelServices } from './services.ts'

type NewFees = Pick<ParsedInputOf<typeof call>, 'deposit_fee_bp' | 'withdraw_fee_bp' | 'valid_from'>

export const setFees = (services: ChannelServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  changeChannel(services, asked, async (tx, { id }, at) => {
    const { deposit_fee_bp, withdraw_fee_bp } = asked.input
    const { from, before } = await writeFees(tx, id, asked.input, at)
    return { action: 'channel.set-fees', before, after: { valid_from: from, deposit_fee_bp, withdraw_fee_bp } }
  })

/** The past stays: fees begin now or later, and what has not begun can be put in another's place. */
export async function writeFees(tx: Tx, channelId: string, fees: NewFees, at: Date) {
  const from = fees.valid_from === undefined ? at : fromSeconds(fees.valid_from)
  if (from < at) throw refusal('fee_already_in_effect')
  const before = await feesAt(tx, channelId, from)
  await tx.execute(sql`
    insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
    values (${channelId}, ${from}, ${fees.deposit_fee_bp}, ${fees.withdraw_fee_bp})
    on conflict (channel_id, valid_from) do update set
      deposit_fee_bp = excluded.deposit_fee_bp, withdraw_fee_bp = excluded.withdraw_fee_bp`)
  return { from, before }
}

/** What would count at a moment without the change. */
const feesAt = async (tx: Tx, channelId: string, at: Date) =>
  only(
    await tx.query(
      sql`
        select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee
        where channel_id = ${channelId} and valid_from <= ${at} order by valid_from desc limit 1`,
      feeColumns,
    ),
  )
