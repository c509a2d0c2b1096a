import type { AuditAction, Channel, ChannelFee } from '@cashbox/contract/operator'
import { col, type Queryable, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import type { VersionedRequest } from '../../access/admit-operator.ts'
import { type AuditedFields, writeAudit } from '../../access/audit.ts'
import { findChannelId } from '../../agents/list-agents.ts'
import { toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

type FeeRow = RowOf<typeof feeColumns>

type ChannelRow = RowOf<typeof channelColumns>

export const feeColumns = { valid_from: col.timestamptz, deposit_fee_bp: col.int4, withdraw_fee_bp: col.int4 }

const channelColumns = {
  id: col.uuid,
  code: col.text,
  name: col.text,
  currency_code: col.text,
  is_demo: col.bool,
  version: col.int4,
}

/** When the first fee of a channel starts: before every confirmation. */
export const BEGINNING = new Date(0)

function toChannel({ id: _id, ...channel }: ChannelRow, newestFirst: readonly FeeRow[], now: Date): Channel {
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
  const row = await queryOne(db, channelColumns)`
    select id, code, name, currency_code, is_demo, version from channel where id = ${id}`
  const fees = await query(db, feeColumns)`
    select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee where channel_id = ${id} order by valid_from desc`
  return { channel: toChannel(row, fees, now) }
}

export async function findChannel(db: Queryable, code: string, now: Date) {
  const id = await findChannelId(db, code)
  if (id === null) throw refusal('not_found')
  return readChannel(db, id, now)
}

export const channelSubject = (code: string) => ({ kind: 'channel', id: code })

export async function listChannels({ db, clock }: Services) {
  const rows = await query(db, channelColumns)`
    select id, code, name, currency_code, is_demo, version from channel order by is_demo, code`
  const fees = await query(db, { ...feeColumns, channel_id: col.uuid })`
    select channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee order by valid_from desc`
  const now = clock.now()
  return {
    list: rows.map((row) =>
      toChannel(
        row,
        fees.filter(({ channel_id }) => channel_id === row.id),
        now,
      ),
    ),
  }
}

/** Refuses when the channel changed since the operator read it. */
export async function lockChannel(tx: Tx, { code, version }: Pick<VersionedRequest['input'], 'code' | 'version'>) {
  const [channel] = await query(tx, channelColumns)`
    select id, code, name, currency_code, is_demo, version from channel where code = ${code} for update`
  if (!channel) throw refusal('not_found')
  if (channel.version !== version) throw refusal('version_conflict')
  return channel
}

export function changeChannel<Before extends object, After extends object>(
  { db, clock }: Services,
  { input, actor }: VersionedRequest,
  work: (
    tx: Tx,
    channel: ChannelRow,
    at: Date,
  ) => Promise<AuditedFields<Before, After> & { readonly action: AuditAction }>,
) {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const channel = await lockChannel(tx, input)
    const { action, ...change } = await work(tx, channel, at)
    await tx.execute(sql`update channel set version = version + 1 where id = ${channel.id}`)
    const context = { at, actor, reason: input.reason }
    await writeAudit(tx, context, channelSubject(channel.code), action, change as AuditedFields)
    return readChannel(tx, channel.id, at)
  })
}
