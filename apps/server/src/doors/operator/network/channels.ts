import type { ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Act, writeAudit } from '../../../domain/operators/audit.ts'
import { fromSeconds, toSeconds } from '../../../platform/clock.ts'
import { breaks, only, type Queryable, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { Asked, NetworkServices } from './services.ts'

interface FeeRow {
  readonly valid_from: Date
  readonly deposit_fee_bp: number
  readonly withdraw_fee_bp: number
}

interface Row {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly currency_code: string
  readonly is_demo: boolean
  readonly version: number
}

/** From when the first fee of a channel counts: no confirmation is older. */
const BEGINNING = new Date(0)

export async function listChannels({ db, clock }: NetworkServices) {
  const rows = await db.query<Row>(
    sql`select id, code, name, currency_code, is_demo, version from channel order by is_demo, code`,
  )
  const fees = await db.query<FeeRow & { channel_id: string }>(sql`
    select channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee order by valid_from desc`)
  const now = clock.now()
  return {
    list: rows.map((row) =>
      show(
        row,
        fees.filter(({ channel_id }) => channel_id === row.id),
        now,
      ),
    ),
  }
}

function show({ id: _id, ...channel }: Row, newestFirst: readonly FeeRow[], now: Date): contract.Channel {
  return {
    ...channel,
    fees: newestFirst.map(({ valid_from, deposit_fee_bp, withdraw_fee_bp }, place): contract.ChannelFee => {
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

async function read(db: Queryable, id: string, now: Date) {
  const row = only(
    await db.query<Row>(sql`select id, code, name, currency_code, is_demo, version from channel where id = ${id}`),
  )
  const fees = await db.query<FeeRow>(sql`
    select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee where channel_id = ${id} order by valid_from desc`)
  return { channel: show(row, fees, now) }
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

type Creation = Asked<ParsedInputOf<typeof contract.createChannel>>

export async function createChannel({ db, clock }: NetworkServices, { input, actor }: Creation) {
  const { code, name, currency_code, deposit_fee_bp, withdraw_fee_bp, reason } = input
  if (!currencies.has(currency_code)) throw refusal('currency_unknown')
  const at = clock.now()
  try {
    return await db.transaction(async (tx) => {
      const id = uuidv7()
      await tx.query(sql`
        insert into channel (id, code, name, currency_code) values (${id}, ${code}, ${name}, ${currency_code})`)
      await tx.query(sql`
        insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
        values (${id}, ${BEGINNING}, ${deposit_fee_bp}, ${withdraw_fee_bp})`)
      const after = { code, name, currency_code, deposit_fee_bp, withdraw_fee_bp }
      await writeAudit(tx, { at, actor, action: 'channel.create', subject: subjectOf(code), reason, after })
      return read(tx, id, at)
    })
  } catch (error) {
    if (breaks(error, 'channel_code_key')) throw refusal('channel_exists')
    throw error
  }
}

const subjectOf = (code: string) => ({ kind: 'channel', id: code })

interface Change {
  readonly code: string
  readonly version: number
  readonly reason: string
}

/** Makes one change of a channel that nobody has changed since it was looked at, and writes it down. */
function change(
  { db, clock }: NetworkServices,
  { input, actor }: Asked<Change>,
  work: (tx: Tx, channel: Row, at: Date) => Promise<Pick<Act, 'action' | 'before' | 'after'>>,
) {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const [channel] = await tx.query<Row>(sql`
      select id, code, name, currency_code, is_demo, version from channel where code = ${input.code} for update`)
    if (!channel) throw refusal('not_found')
    if (channel.version !== input.version) throw refusal('stale')
    const done = await work(tx, channel, at)
    await tx.query(sql`update channel set version = version + 1 where id = ${channel.id}`)
    await writeAudit(tx, { at, actor, reason: input.reason, subject: subjectOf(channel.code), ...done })
    return read(tx, channel.id, at)
  })
}

export const renameChannel = (services: NetworkServices, asked: Asked<ParsedInputOf<typeof contract.renameChannel>>) =>
  change(services, asked, async (tx, { id, name: before }) => {
    const { name } = asked.input
    await tx.query(sql`update channel set name = ${name} where id = ${id}`)
    return { action: 'channel.rename', before: { name: before }, after: { name } }
  })

/** The past stays: fees begin now or later, and what has not begun can be put in another's place. */
export const setChannelFees = (
  services: NetworkServices,
  asked: Asked<ParsedInputOf<typeof contract.setChannelFees>>,
) =>
  change(services, asked, async (tx, { id }, at) => {
    const { deposit_fee_bp, withdraw_fee_bp, valid_from } = asked.input
    const from = valid_from === undefined ? at : fromSeconds(valid_from)
    if (from < at) throw refusal('fee_begun')
    const before = await feesAt(tx, id, from)
    await tx.query(sql`
      insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
      values (${id}, ${from}, ${deposit_fee_bp}, ${withdraw_fee_bp})
      on conflict (channel_id, valid_from) do update set
        deposit_fee_bp = excluded.deposit_fee_bp, withdraw_fee_bp = excluded.withdraw_fee_bp`)
    return { action: 'channel.set-fees', before, after: { valid_from: from, deposit_fee_bp, withdraw_fee_bp } }
  })

export const dropChannelFees = (
  services: NetworkServices,
  asked: Asked<ParsedInputOf<typeof contract.dropChannelFees>>,
) =>
  change(services, asked, async (tx, { id }, at) => {
    const from = fromSeconds(asked.input.valid_from)
    if (from <= at) throw refusal('fee_begun')
    const [before] = await tx.query<FeeRow>(sql`
      delete from channel_fee where channel_id = ${id} and valid_from = ${from}
      returning valid_from, deposit_fee_bp, withdraw_fee_bp`)
    if (!before) throw refusal('not_found')
    return { action: 'channel.drop-fees', before, after: null }
  })

/** What would count at a moment without the change. */
const feesAt = async (tx: Tx, channelId: string, at: Date) =>
  only(
    await tx.query<FeeRow>(sql`
      select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee
      where channel_id = ${channelId} and valid_from <= ${at} order by valid_from desc limit 1`),
  )
