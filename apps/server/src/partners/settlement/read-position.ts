import type { ParsedInputOf } from '@cashbox/contract'
import { formatMinor } from '@cashbox/contract'
import type { Today } from '@cashbox/contract/operator'
import { PartnerFee, type Position, type PositionDay, type readStatement } from '@cashbox/contract/partner'
import { col, type Queryable, query, queryOne, type RowOf, sql } from '@cashbox/postgres/database'
import { columnsOf, each } from '@cashbox/postgres/each'
import { columnsFor } from '../../platform/answer-columns.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import { refuseUnknownCurrency } from './payments.ts'
import { leftOf, orNull, positionColumns, positionFields } from './position.ts'

const MOST_DAYS = 366
const USUAL_DAYS = 30

/** What is counted for each day from transactions, and from payments between network and partner. */
export const transactionFlows = [
  'deposit_count',
  'deposit_sum',
  'withdraw_count',
  'withdraw_sum',
  'deposit_reversed',
  'withdraw_reversed',
  'fee_sum',
] as const
export const flows = [...transactionFlows, 'paid_in', 'paid_out'] as const
export const flowColumns = columnsOf(flows)
export type FlowRow = RowOf<typeof flowColumns>

export const sumOfFlows = each(flows, (flow) => sql`coalesce(sum(${flow}), 0)::bigint as ${flow}`)

/** What a day, or several, changed the balance by. */
export const effectOf = (row: FlowRow): bigint =>
  row.deposit_sum -
  row.withdraw_sum -
  row.deposit_reversed +
  row.withdraw_reversed -
  row.fee_sum +
  row.paid_in -
  row.paid_out

/** For each currency of the network, and the tariffs in force and to come. */
export async function readPositions(db: Queryable, partnerId: string, now: Date) {
  const rows = await query(db, { currency_code: col.text, ...positionColumns, ...flowColumns })`
    select currency.code as currency_code, coalesce(balance, 0) as balance, coalesce(reserved, 0) as reserved,
           coalesce(on_credit, 0) as on_credit, credit_limit, low_level, coalesce(cover, 'enough') as cover,
           coalesce(position.statement, 1) as statement, flows.*
    from (select distinct currency_code as code from channel where not is_demo) as currency
    left join (
      select currency_code, ${positionFields} from partner_position where partner_id = ${partnerId}) as position
      on position.currency_code = currency.code
    cross join lateral (
      select ${sumOfFlows} from position_day as day
      where day.partner_id = ${partnerId} and day.currency_code = currency.code
        and day.statement = position.statement) as flows
    order by currency.code`
  const list = rows.map(
    (row): Position => ({
      ...toShown(row),
      credit_limit: orNull(row.credit_limit),
      low_level: orNull(row.low_level),
      opening: formatMinor(row.balance - effectOf(row)),
      ...toFlows(row),
    }),
  )
  return { list, fees: await readFees(db, partnerId, now) }
}

const toShown = <Row extends Parameters<typeof leftOf>[0]>(row: Row) => ({
  ...row,
  balance: formatMinor(row.balance),
  reserved: formatMinor(row.reserved),
  on_credit: formatMinor(row.on_credit),
  left: orNull(leftOf(row)),
})

/** Of all partners, without those that never had one. */
export async function readAllPositions(db: Queryable): Promise<Today['positions']> {
  const rows = await query(db, {
    partner: col.text,
    name: col.text,
    currency_code: col.text,
    since: col.nullable(col.seconds),
    ...positionColumns,
  })`
    select partner.code as partner, partner.name, currency_code, cover_since as since, ${positionFields}
    from partner_position join partner on partner.id = partner_position.partner_id
    order by partner.code, currency_code`
  return rows.map(toShown)
}

const toFlows = (row: FlowRow) => ({
  deposit_count: Number(row.deposit_count),
  deposits: formatMinor(row.deposit_sum),
  withdraw_count: Number(row.withdraw_count),
  withdrawals: formatMinor(row.withdraw_sum),
  deposits_reversed: formatMinor(row.deposit_reversed),
  withdrawals_reversed: formatMinor(row.withdraw_reversed),
  fees: formatMinor(row.fee_sum),
  paid_in: formatMinor(row.paid_in),
  paid_out: formatMinor(row.paid_out),
})

const readFees = (db: Queryable, partnerId: string, now: Date): Promise<PartnerFee[]> =>
  query(db, { ...columnsFor(PartnerFee), valid_from: col.seconds })`
    select currency_code, valid_from, deposit_fee_bp, deposit_fee_fixed, withdraw_fee_bp, withdraw_fee_fixed
    from partner_fee as fee
    where partner_id = ${partnerId} and not exists (
      select 1 from partner_fee as later
      where later.partner_id = fee.partner_id and later.currency_code = fee.currency_code
        and later.valid_from > fee.valid_from and later.valid_from <= ${now})
    order by currency_code, valid_from desc`

type StatementFilter = ParsedInputOf<typeof readStatement>

/** Day by day, newest first, with the balance after each day. */
export async function readDailyStatement(db: Queryable, partnerId: string, filter: StatementFilter, now: Date) {
  const { currency_code } = filter
  const { from, to } = periodOf(filter, now)
  await refuseUnknownCurrency(db, currency_code)
  const of = sql`partner_id = ${partnerId} and currency_code = ${currency_code}`
  const before = await queryOne(db, flowColumns)`
    select ${sumOfFlows} from position_day where ${of} and day < ${from}::date`
  const rows = await query(db, { day: col.text, ...flowColumns })`
    select day::text, ${sumOfFlows} from position_day
    where ${of} and day between ${from}::date and ${to}::date group by day order by day`
  const opening = effectOf(before)
  let balance = opening
  const list = rows.map((row): PositionDay => {
    balance += effectOf(row)
    return { day: row.day, ...toFlows(row), balance: formatMinor(balance) }
  })
  return {
    currency_code,
    from,
    to,
    opening: formatMinor(opening),
    closing: formatMinor(balance),
    list: list.toReversed(),
  }
}

function periodOf(filter: StatementFilter, now: Date): { from: string; to: string } {
  const to = filter.to ?? dayOf(now.getTime())
  const from = filter.from ?? dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1 || days > MOST_DAYS) throw refusal('period_invalid')
  return { from, to }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export async function findPartnerId(db: Queryable, code: string): Promise<string> {
  const [partner] = await query(db, { id: col.uuid })`select id from partner where code = ${code}`
  if (!partner) throw refusal('not_found')
  return partner.id
}
