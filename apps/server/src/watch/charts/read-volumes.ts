import type { ChartStep, Volumes } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { int8, nullable, text, timestamptz } from '../../platform/database/columns.ts'
import { only } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { startsOf } from './chart-steps.ts'
import { findPartner } from './find-partner.ts'
import type { ChartServices } from './services.ts'
import { pointsOf, topupColumns, volumeColumns, volumeSums } from './volume-points.ts'

interface Asked {
  readonly step: ChartStep
  readonly currency?: string | undefined
}

/** Of all channels with one currency. */
export async function readNetworkVolumes(services: ChartServices, { step, currency }: Asked): Promise<Volumes> {
  const codes = await busiestFirst(services, sql`network_day`, sql`true`)
  const code = currency ?? codes[0] ?? null
  return readChannels(services, step, code, codes, sql`channel.currency_code = ${code} and not channel.is_demo`)
}

export async function readChannelVolumes(
  services: ChartServices,
  { code, step }: Asked & { readonly code: string },
): Promise<Volumes> {
  const [channel] = await services.db.query(sql`select currency_code from channel where code = ${code}`, {
    currency_code: text,
  })
  if (!channel) throw refusal('not_found')
  const { currency_code } = channel
  return readChannels(services, step, currency_code, [currency_code], sql`channel.code = ${code}`)
}

export async function readPartnerVolumes(
  services: ChartServices,
  { code, step, currency }: Asked & { readonly code: string },
): Promise<Volumes> {
  const { db, clock } = services
  const isTheirs = sql`player_service_id = ${await findPartner(db, code)}`
  const codes = await busiestFirst(services, sql`partner_day`, isTheirs)
  const currency_code = currency ?? codes[0] ?? null
  const starts = startsOf(step, clock.now())
  const { from, at, since } = sourceOf(step, sql`partner_day`, starts)
  const volumes = await db.query(
    sql`
      select ${at} as at, ${volumeSums} from ${from} as counted join channel on channel.id = counted.channel_id
      where ${isTheirs} and channel.currency_code = ${currency_code} and ${since} group by 1`,
    volumeColumns,
  )
  return {
    ...(await whenCounted(services, step)),
    currency_code,
    currency_codes: codes,
    points: pointsOf(starts, volumes, null),
  }
}

/** Sums of the channels for which the condition holds. */
async function readChannels(
  services: ChartServices,
  step: ChartStep,
  currency_code: string | null,
  currency_codes: string[],
  isWanted: Sql,
): Promise<Volumes> {
  const { db, clock } = services
  const starts = startsOf(step, clock.now())
  const { from, at, since } = sourceOf(step, sql`network_day`, starts)
  const wantedOf = (table: Sql) => sql`
    from ${table} as counted join channel on channel.id = counted.channel_id
    where ${isWanted} and ${since} group by 1`
  const volumes = await db.query(sql`select ${at} as at, ${volumeSums} ${wantedOf(from)}`, volumeColumns)
  const topups = await db.query(
    sql`
      select ${at} as at, sum(topup_count)::bigint as topup_count, sum(topup_sum)::bigint as topup_sum
      ${wantedOf(step === 'hour' ? sql`topup_hour` : from)}`,
    topupColumns,
  )
  return {
    ...(await whenCounted(services, step)),
    currency_code,
    currency_codes,
    points: pointsOf(starts, volumes, topups),
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

/** The currencies in use, those with most transactions in the last 30 days first. */
async function busiestFirst({ db, clock }: ChartServices, days: Sql, isWanted: Sql): Promise<string[]> {
  const [since] = startsOf('day', clock.now())
  const rows = await db.query(
    sql`
      select channel.currency_code, coalesce(sum(recent.count), 0)::bigint as count
      from channel
      left join (
        select channel_id, sum(deposit_count + withdraw_count) as count from ${days} as counted
        where day >= ${dateOf(since)} and ${isWanted} group by channel_id
      ) as recent on recent.channel_id = channel.id
      where not channel.is_demo group by 1 order by 2 desc, 1`,
    { currency_code: text, count: int8 },
  )
  return rows.map(({ currency_code }) => currency_code)
}

async function whenCounted({ db }: ChartServices, step: ChartStep) {
  const { as_of, hours_until } = only(
    await db.query(sql`select as_of, hours_until from network_state`, {
      as_of: nullable(timestamptz),
      hours_until: nullable(timestamptz),
    }),
  )
  const time = step === 'hour' ? hours_until : as_of
  return { as_of: time && toSeconds(time) }
}
