import type { ParsedInputOf } from '@cashbox/contract'
import type { createChannel as call } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { breaks } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { BEGINNING, channelSubject, readChannel } from './channel.ts'
import type { Asked, ChannelServices } from './services.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

type Creation = Asked<ParsedInputOf<typeof call>>

export async function createChannel({ db, clock }: ChannelServices, { input, actor }: Creation) {
  const { code, name, currency_code, deposit_fee_bp, withdraw_fee_bp, reason } = input
  if (!currencies.has(currency_code)) throw refusal('currency_unknown')
  const at = clock.now()
  try {
    return await db.transaction(async (tx) => {
      const id = uuidv7()
      await tx.execute(sql`
        insert into channel (id, code, name, currency_code) values (${id}, ${code}, ${name}, ${currency_code})`)
      await tx.execute(sql`
        insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
        values (${id}, ${BEGINNING}, ${deposit_fee_bp}, ${withdraw_fee_bp})`)
      const after = { code, name, currency_code, deposit_fee_bp, withdraw_fee_bp }
      await writeAudit(tx, { at, actor, action: 'channel.create', subject: channelSubject(code), reason, after })
      return readChannel(tx, id, at)
    })
  } catch (error) {
    if (breaks(error, 'channel_code_key')) throw refusal('channel_exists')
    throw error
  }
}
