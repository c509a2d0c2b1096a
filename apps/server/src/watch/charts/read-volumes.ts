import { formatMinor } from '@cashbox/contract'
import { type ChartStep, chartSteps, type VolumePoint, type Volumes } from '@cashbox/contract/operator'
import { col, type Database, query, queryOne, type RowOf, type Sql, sql } from '@cashbox/postgres/database'
import { columnsOf, summed } from '@cashbox/postgres/each'
import { findPartnerId } from '../../partners/settlement/read-position.ts'
import { DAY_MS, HOUR_MS, toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { paymentFigures, topupFigures } from '../figures.ts'

interface VolumeQuery {
  readonly step: ChartStep
  readonly currency?: string | undefined
}

type VolumeRow = Step & Record<(typeof paymentFigures)[number], bigint>
type TopupRow = Step & Record<(typeof topupFigures)[number], bigint>

/** Seconds: when the step begins. */
export const stepColumn = { at: col.int8 }
type Step = RowOf<typeof stepColumn>

/** Sums over all channels with one currency. */
export async function readNetworkVolumes(services: Services, { step, currency }: VolumeQuery): Promise<Volumes> {
  const codes = await listCurrencies(services, sql`network_day`, sql`true`)
  const code = currency ?? codes[0] ?? null
  return readChannels(services, step, code, codes, sql`channel.currency_code = ${code} and not channel.is_demo`)
}

export async function readChannelVolumes(
  services: Services,
  { code, step }: VolumeQuery & { readonly code: string },
): Promise<Volumes> {
  const [channel] = await query(services.db, {
    currency_code: col.text,
  })`select currency_code from channel where code = ${code}`
  if (!channel) throw refusal('not_found')
  const { currency_code } = channel
  return readChannels(services, step, currency_code, [currency_code], sql`channel.code = ${code}`)
}

export async function readPartnerVolumes(
  services: Services,
  { code, step, currency }: VolumeQuery & { readonly code: string },
): Promise<Volumes> {
  const { db, clock } = services
  const isOfPartner = sql`partner_id = ${await findPartnerId(db, code)}`
  const codes = await listCurrencies(services, sql`partner_day`, isOfPartner)
  const currency_code = currency ?? codes[0] ?? null
  const starts = startsOf(step, clock.now(), 2)
  const { from, at, since } = sourceOf(step, sql`partner_day`, starts)
  const volumes = await query(db, { ...stepColumn, ...columnsOf(paymentFigures) })`
    select ${at} as at, ${summed(paymentFigures)} from ${from} as counted join channel on channel.id = counted.channel_id
    where ${isOfPartner} and channel.currency_code = ${currency_code} and ${since} group by 1`
  return {
    ...(await readCountedAt(services, step)),
    currency_code,
    currency_codes: codes,
    ...splitPeriods(starts, volumes, null),
  }
}

/** Sums of the channels for which the condition holds. */
async function readChannels(
  services: Services,
  step: ChartStep,
  currency_code: string | null,
  currency_codes: string[],
  isWanted: Sql,
): Promise<Volumes> {
  const { db, clock } = services
  const starts = startsOf(step, clock.now(), 2)
  const { from, at, since } = sourceOf(step, sql`network_day`, starts)
  const wantedOf = (table: Sql) => sql`
    from ${table} as counted join channel on channel.id = counted.channel_id
    where ${isWanted} and ${since} group by 1`
  const volumes = await query(db, {
    ...stepColumn,
    ...columnsOf(paymentFigures),
  })`select ${at} as at, ${summed(paymentFigures)} ${wantedOf(from)}`
  const topups = await query(db, { ...stepColumn, ...columnsOf(topupFigures) })`
    select ${at} as at, ${summed(topupFigures)}
    ${wantedOf(step === 'hour' ? sql`topup_hour` : from)}`
  return {
    ...(await readCountedAt(services, step)),
    currency_code,
    currency_codes,
    ...splitPeriods(starts, volumes, topups),
  }
}

/** Where a step is counted: in which table, to which step a row belongs, and since when rows are wanted. */
function sourceOf(step: ChartStep, days: Sql, [first]: readonly Date[]) {
  if (step === 'hour') {
    return { from: sql`network_hour`, at: sql`epoch_seconds(hour)`, since: sql`hour >= ${first}` }
  }
  const start = step === 'day' ? sql`day::timestamp` : sql`date_trunc('month', day::timestamp)`
  return { from: days, at: sql`epoch_seconds(${start} at time zone 'UTC')`, since: sql`day >= ${dateOf(first)}` }
}

const dateOf = (time: Date | undefined) => sql`(${time}::timestamptz at time zone 'UTC')::date`

/** Ordered by the number of transactions in the last 30 days. */
async function listCurrencies({ db, clock }: Services, days: Sql, isWanted: Sql): Promise<string[]> {
  const [since] = startsOf('day', clock.now())
  const rows = await query(db, { currency_code: col.text, count: col.int8 })`
    select channel.currency_code, coalesce(sum(recent.count), 0)::bigint as count
    from channel
    left join (
      select channel_id, sum(deposit_count + withdraw_count) as count from ${days} as counted
      where day >= ${dateOf(since)} and ${isWanted} group by channel_id
    ) as recent on recent.channel_id = channel.id
    where not channel.is_demo group by 1 order by 2 desc, 1`
  return rows.map(({ currency_code }) => currency_code)
}

async function readCountedAt({ db }: Services, step: ChartStep) {
  const { as_of, hours_until } = await queryOne(db, {
    as_of: col.nullable(col.timestamptz),
    hours_until: col.nullable(col.timestamptz),
  })`select as_of, hours_until from network_state`
  const time = step === 'hour' ? hours_until : as_of
  return { as_of: time && toSeconds(time) }
}

/** The points of the second half of the steps, and the sums of the first half. */
export function splitPeriods(
  starts: readonly Date[],
  volumes: readonly VolumeRow[],
  topups: readonly TopupRow[] | null,
): Pick<Volumes, 'points' | 'previous'> {
  const first = BigInt(toSeconds(starts[starts.length / 2] ?? new Date(0)))
  const total = <Row extends Step>(rows: readonly Row[], of: Exclude<keyof Row, 'at'>) =>
    rows.filter(({ at }) => at < first).reduce((sum, row) => sum + (row[of] as bigint), 0n)
  const totalOf = (type: 'deposit' | 'withdraw') =>
    figures(total(volumes, `${type}_count`), total(volumes, `${type}_sum`), total(volumes, `${type}_fee`))
  return {
    points: pointsOf(starts.slice(starts.length / 2), volumes, topups),
    previous: {
      deposits: totalOf('deposit'),
      withdrawals: totalOf('withdraw'),
      topups: topups && {
        count: Number(total(topups, 'topup_count')),
        sum: formatMinor(total(topups, 'topup_sum')),
      },
    },
  }
}

/** A point for each step, with zeros where nothing happened. Without top-ups each point has null for them. */
function pointsOf(
  starts: readonly Date[],
  volumes: readonly VolumeRow[],
  topups: readonly TopupRow[] | null,
): VolumePoint[] {
  const volumeAt = new Map(volumes.map((row) => [Number(row.at), row]))
  const topupAt = new Map(topups?.map((row) => [Number(row.at), row]))
  return starts.map((start) => {
    const at = toSeconds(start)
    const row = volumeAt.get(at)
    const topup = topupAt.get(at)
    return {
      at,
      deposits: figures(row?.deposit_count, row?.deposit_sum, row?.deposit_fee),
      withdrawals: figures(row?.withdraw_count, row?.withdraw_sum, row?.withdraw_fee),
      topups: topups && { count: Number(topup?.topup_count ?? 0n), sum: formatMinor(topup?.topup_sum ?? 0n) },
    }
  })
}

export const figures = (count = 0n, sum = 0n, fee = 0n) => ({
  count: Number(count),
  sum: formatMinor(sum),
  fee: formatMinor(fee),
})

/** Of the last period or several. Oldest first; the last step is still running. */
export function startsOf(step: ChartStep, now: Date, periods = 1): Date[] {
  const length = periods * chartSteps[step]
  const backs = Array.from({ length }, (_, index) => length - 1 - index)
  return backs.map((back) => startOf(step, now, back))
}

function startOf(step: ChartStep, now: Date, back: number): Date {
  if (step === 'month') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
  const size = step === 'hour' ? HOUR_MS : DAY_MS
  return new Date((Math.floor(now.getTime() / size) - back) * size)
}

export async function findAgent(db: Database, agentId: string) {
  const [agent] = await query(db, {
    currency_code: col.text,
    float_id: col.int8,
    timezone: col.text,
    balance: col.int8,
    floor: col.nullable(col.int8),
  })`
    select channel.currency_code, agent.float_id, agent.timezone, account.balance, account.floor
    from agent join channel on channel.id = agent.channel_id join account on account.id = agent.float_id
    where agent.id = ${agentId}`
  if (!agent) throw refusal('not_found')
  return agent
}
