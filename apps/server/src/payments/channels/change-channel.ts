import { type Act, writeAudit } from '../../access/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { type ChannelRow, channelColumns, channelSubject, readChannel } from './channel.ts'
import type { Asked, ChannelServices } from './services.ts'

interface Change {
  readonly code: string
  readonly version: number
  readonly reason: string
}

/** Locks a channel that is still as the operator saw it. */
export async function lockChannel(tx: Tx, { code, version }: Pick<Change, 'code' | 'version'>): Promise<ChannelRow> {
  const [channel] = await tx.query(
    sql`select id, code, name, currency_code, is_demo, version from channel where code = ${code} for update`,
    channelColumns,
  )
  if (!channel) throw refusal('not_found')
  if (channel.version !== version) throw refusal('version_conflict')
  return channel
}

/** Makes one change of a channel as it was when the operator looked at it, and writes it to the audit. */
export function changeChannel<Before extends object, After extends object>(
  { db, clock }: ChannelServices,
  { input, actor }: Asked<Change>,
  work: (tx: Tx, channel: ChannelRow, at: Date) => Promise<Pick<Act<Before, After>, 'action' | 'before' | 'after'>>,
) {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const channel = await lockChannel(tx, input)
    const done = await work(tx, channel, at)
    await tx.execute(sql`update channel set version = version + 1 where id = ${channel.id}`)
    await writeAudit<Before, After>(tx, {
      at,
      actor,
      reason: input.reason,
      subject: channelSubject(channel.code),
      ...done,
    })
    return readChannel(tx, channel.id, at)
  })
}
