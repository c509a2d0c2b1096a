import { formatMinor } from '@cashbox/contract'
import { coverStates, type PositionEvent } from '@cashbox/contract/partner'
import {
  col,
  type Database,
  only,
  query,
  queryOne,
  type RowOf,
  type Sql,
  sql,
  type Tx,
} from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { toSeconds } from '../../platform/clock.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'

export interface PositionKey {
  readonly partnerId: string
  readonly currencyCode: string
}

interface OpenedWithdrawal extends PositionKey {
  readonly amount: bigint
  readonly at: Date
}

/** The default ceiling, as a multiple of what one operator may move alone. Without that limit the ceiling is zero. */
const USUAL_TIMES = 1000

const MINOR_UNITS = 100

const topics = {
  enough: 'position.restored',
  low: 'position.low',
  exhausted: 'position.exhausted',
} as const satisfies Record<(typeof coverStates)[number], PositionEvent['type']>

export const positionColumns = {
  balance: col.int8,
  reserved: col.int8,
  on_credit: col.int8,
  credit_limit: col.nullable(col.int8),
  low_level: col.nullable(col.int8),
  cover: col.oneOf(...coverStates),
  statement: col.int4,
}
type PositionRow = RowOf<typeof positionColumns>

/** Deposits for which agents still owe the network. The money is not there, so it covers no withdrawal. */
const onCredit = sql`(
  select coalesce(sum(least(taken.amount, -account.balance)), 0)::bigint
  from deposit_on_credit as taken join account on account.id = taken.float_id
  where taken.partner_id = partner_position.partner_id and taken.currency_code = partner_position.currency_code
    and account.balance < 0) as on_credit`

export const positionFields = sql`balance, reserved, ${onCredit}, credit_limit, low_level, cover, statement`

/** The ceilings of a partner, one row for each currency of the network. */
export const ceilingsOf = (partnerId: Sql): Sql => sql`
  select currency.code as currency_code, coalesce(known.max_open, usual.sum) as max_open,
         coalesce(known.max_per_day, usual.sum) as max_per_day
  from (select distinct currency_code as code from channel where not is_demo) as currency
  left join partner_position as known
    on known.partner_id = ${partnerId} and known.currency_code = currency.code
  cross join lateral (
    select coalesce((
      select (value ->> currency.code)::numeric * ${MINOR_UNITS * USUAL_TIMES}::integer from setting where key = 'approval_limits'
    ), 0)::bigint as sum) as usual`

/** No row for a currency that the network does not have. */
export const readCeilings = (tx: Tx, partnerId: string, currencyCode: string) =>
  query(tx, { max_open: col.int8, max_per_day: col.int8 })`
    select max_open, max_per_day from (${ceilingsOf(sql`${partnerId}::uuid`)}) as ceiling
    where currency_code = ${currencyCode}`

/** Opens the position if it does not exist. Refuses a currency that the network does not have. */
export async function lockPosition(tx: Tx, { partnerId, currencyCode }: PositionKey) {
  await tx.execute(sql`
    insert into partner_position (partner_id, currency_code)
    select ${partnerId}, currency_code from channel
    where currency_code = ${currencyCode} and not is_demo limit 1 on conflict do nothing`)
  const [position] = await query(tx, positionColumns)`
    select ${positionFields} from partner_position
    where partner_id = ${partnerId} and currency_code = ${currencyCode} for update`
  if (!position) throw invalidFields({ currency_code: [{ code: 'currency_unknown' }] })
  return position
}

/** What the partner can still have paid out; null without a limit. */
export const leftOf = ({
  balance,
  reserved,
  on_credit,
  credit_limit,
}: Pick<PositionRow, 'balance' | 'reserved' | 'on_credit' | 'credit_limit'>) =>
  credit_limit === null ? null : balance + credit_limit - reserved - on_credit

/**
 * Reserves cover for a withdrawal that was just opened, or refuses it. The row is locked until the transaction ends, so
 * withdrawals that are opened at the same moment are counted one after the other. Confirmations never write it.
 */
export async function reserveCover(tx: Tx, opened: OpenedWithdrawal): Promise<void> {
  const { partnerId, currencyCode, amount, at } = opened
  const day = at.toISOString().slice(0, 10)
  const position = await queryOne(tx, { opened_sum: col.int8, ...positionColumns })`
    insert into partner_position (partner_id, currency_code, reserved, day, opened_sum)
    values (${partnerId}, ${currencyCode}, ${amount}, ${day}::date, ${amount})
    on conflict (partner_id, currency_code) do update set
      reserved = partner_position.reserved + excluded.reserved,
      opened_sum = excluded.opened_sum
        + case when partner_position.day >= excluded.day then partner_position.opened_sum else 0 end,
      day = greatest(partner_position.day, excluded.day)
    returning opened_sum, ${positionFields}`
  const ceilings = only(await readCeilings(tx, partnerId, currencyCode))
  if (position.reserved > ceilings.max_open) {
    throw refusal('open_withdrawals_exceeded', { cap: formatMinor(ceilings.max_open), asset: currencyCode })
  }
  const left = leftOf(position)
  if (left !== null && left < 0n) {
    throw refusal('cover_exceeded', { missing: formatMinor(-left), asset: currencyCode })
  }
  const isDayFull = position.opened_sum > ceilings.max_per_day
  if (isDayFull && position.opened_sum - (await depositsOf(tx, opened, day)) > ceilings.max_per_day) {
    throw refusal('daily_withdrawals_exceeded', { cap: formatMinor(ceilings.max_per_day), asset: currencyCode })
  }
  await reportCover(tx, opened, position, at)
}

/** Deposits of the day that were not reversed, as far as they are counted. */
async function depositsOf(tx: Tx, { partnerId, currencyCode }: PositionKey, day: string): Promise<bigint> {
  const counted = await query(tx, { deposits: col.int8 })`
    select coalesce(sum(deposit_sum - deposit_reversed), 0)::bigint as deposits from position_day
    where partner_id = ${partnerId} and currency_code = ${currencyCode} and day = ${day}::date`
  return only(counted).deposits
}

/** Money, or nothing where there is no limit. */
export const orNull = (amount: bigint | null) => (amount === null ? null : formatMinor(amount))

/** Writes an event when the cover has changed. Call it after each change of a position, under the lock of its row. */
export async function reportCover(tx: Tx, key: PositionKey, position: PositionRow, at: Date): Promise<void> {
  const { partnerId, currencyCode } = key
  const cover = coverOf(position)
  if (cover === position.cover) return
  await tx.execute(sql`
    update partner_position set cover = ${cover}, cover_since = ${at}
    where partner_id = ${partnerId} and currency_code = ${currencyCode}`)
  const data: PositionEvent['data'] = {
    currency_code: currencyCode,
    balance: formatMinor(position.balance),
    reserved: formatMinor(position.reserved),
    on_credit: formatMinor(position.on_credit),
    credit_limit: orNull(position.credit_limit),
    left: orNull(leftOf(position)),
    low_level: orNull(position.low_level),
    at: toSeconds(at),
  }
  await tx.execute(sql`
    insert into outbox_event (id, topic, partner_id, subject_id, created_at, next_attempt_at, data)
    values (${uuidv7()}, ${topics[cover]}, ${partnerId}, ${partnerId}, ${at}, ${at}, ${JSON.stringify(data)}::jsonb)`)
}

/** What agents owe changes without an event of the partner. */
export async function reportChangedCover(db: Database, at: Date): Promise<void> {
  const rows = await query(db, { partner_id: col.uuid, currency_code: col.text, ...positionColumns })`
    select partner_id, currency_code, ${positionFields} from partner_position
    where cover <> 'enough' or exists (
      select 1 from deposit_on_credit as taken
      where taken.partner_id = partner_position.partner_id and taken.currency_code = partner_position.currency_code)`
  for (const { partner_id, currency_code, ...position } of rows) {
    if (coverOf(position) === position.cover) continue
    const key = { partnerId: partner_id, currencyCode: currency_code }
    await db.transaction(async (tx) => reportCover(tx, key, await lockPosition(tx, key), at))
  }
}

/** How far above the level there is enough again, in percent of it: amounts around the level are not reported each time. */
const RESTORED_PERCENT = 105n

function coverOf(position: PositionRow): PositionRow['cover'] {
  const { cover, low_level } = position
  const left = leftOf(position)
  if (left === null) return 'enough'
  if (left <= 0n) return 'exhausted'
  if (low_level === null) return 'enough'
  return left * 100n < low_level * (cover === 'enough' ? 100n : RESTORED_PERCENT) ? 'low' : 'enough'
}
