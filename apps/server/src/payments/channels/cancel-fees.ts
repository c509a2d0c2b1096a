import type { ParsedInputOf } from '@cashbox/contract'
import type { cancelChannelFees as call } from '@cashbox/contract/operator'
import { fromSeconds } from '../../platform/clock.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { changeChannel } from './change-channel.ts'
import { feeColumns } from './channel.ts'
import type { Asked, ChannelServices } from './services.ts'

export const cancelFees = (services: ChannelServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  changeChannel(services, asked, async (tx, { id }, at) => {
    const from = fromSeconds(asked.input.valid_from)
    if (from <= at) throw refusal('fee_already_in_effect')
    const [before] = await tx.query(
      sql`
        delete from channel_fee where channel_id = ${id} and valid_from = ${from}
        returning valid_from, deposit_fee_bp, withdraw_fee_bp`,
      feeColumns,
    )
    if (!before) throw refusal('not_found')
    return { action: 'channel.cancel-fees', before, after: null }
  })
