import { formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import { type reportMonths as call, MOST_MONTHS, type MonthReport } from '@cashbox/contract/operator'
import { col, query, queryOne, type RowOf } from '@cashbox/postgres/database'
import { columnsOf, listed, summed } from '@cashbox/postgres/each'
import { toSeconds } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { otherFigures, paymentFigures, topupFigures } from './figures.ts'

const allFigures = [...paymentFigures, ...topupFigures, ...otherFigures]

const columns = {
  month: col.text,
  currency_code: col.text,
  code: col.text,
  name: col.text,
  ...columnsOf(allFigures),
}
type Row = RowOf<typeof columns>

export async function reportMonths(
  { db, clock }: Services,
  { currency, from, to }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const last = to ?? clock.now().toISOString().slice(0, 7)
  const earliest = monthsBefore(last, MOST_MONTHS - 1)
  const first = from !== undefined && from > earliest ? from : earliest
  const { as_of } = await queryOne(db, { as_of: col.nullable(col.timestamptz) })`select as_of from network_state`
  const rows = await query(db, columns)`
    select to_char(total.month, 'YYYY-MM') as month, channel.currency_code, channel.code, channel.name,
           ${listed(allFigures)}
    from (
      select date_trunc('month', day) as month, channel_id, ${summed(allFigures)}
      from network_day
      where day >= ${`${first}-01`}::date and day < (${`${last}-01`}::date + interval '1 month')
      group by 1, 2
    ) as total
    join channel on channel.id = total.channel_id
    where ${currency ?? null}::text is null or channel.currency_code = ${currency ?? null}
    order by total.month desc, channel.currency_code, channel.code`
  const groups = Map.groupBy(rows, ({ month, currency_code }) => `${month} ${currency_code}`)
  const byCurrency = Map.groupBy(rows, ({ currency_code }) => currency_code)
  return {
    as_of: as_of && toSeconds(as_of),
    list: [...groups.values()].map(report),
    totals: [...byCurrency].map(([currency_code, all]) => ({ currency_code, ...figuresOf(all) })),
  }
}

const monthsBefore = (month: string, count: number) => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - count)
  return date.toISOString().slice(0, 7)
}

function report(rows: Row[]): MonthReport {
  return {
    month: rows[0]?.month ?? '',
    currency_code: rows[0]?.currency_code ?? '',
    ...figuresOf(rows),
    channels: rows.map((row) => ({ code: row.code, name: row.name, ...figuresOf([row]) })),
  }
}

type Sum = (typeof allFigures)[number]

function figuresOf(rows: readonly Row[]) {
  const total = (field: Sum) => rows.reduce((sum, row) => sum + row[field], 0n)
  const moves = (count: Sum, sum: Sum) => ({ count: Number(total(count)), sum: formatMinor(total(sum)) })
  return {
    deposits: { ...moves('deposit_count', 'deposit_sum'), fee: formatMinor(total('deposit_fee')) },
    withdrawals: { ...moves('withdraw_count', 'withdraw_sum'), fee: formatMinor(total('withdraw_fee')) },
    fees: formatMinor(total('deposit_fee') + total('withdraw_fee')),
    topups: moves('topup_count', 'topup_sum'),
    adjustments_added: moves('added_count', 'added_sum'),
    adjustments_taken: moves('taken_count', 'taken_sum'),
    commission_credits: moves('commission_credit_count', 'commission_credit_sum'),
    payouts: moves('payout_count', 'payout_sum'),
  }
}
