import { formatMinor, type OutputOf } from '@cashbox/contract'
import type { ChartStep, chartAgentFloat, chartRefusals, chartWebhookDelays, Volumes } from '@cashbox/contract/operator'
import { col, query, type Sql, sql } from '@cashbox/postgres/database'
import { columnsOf, summed } from '@cashbox/postgres/each'
import { findChannelId } from '../../agents/list-agents.ts'
import { countHours } from '../../balances/forecast/count-hours.ts'
import { expectedRest, forecast } from '../../balances/forecast/forecast.ts'
import { confirmedIn } from '../../ledger/confirmed.ts'
import { findPartnerId } from '../../partners/settlement/read-position.ts'
import { HOUR_MS, toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { paymentFigures, paymentSums, topupFigures } from '../figures.ts'
import { findAgent, splitPeriods, startsOf, stepColumn } from './read-volumes.ts'

type Refusals = OutputOf<typeof chartRefusals>

const delayColumns = { at: col.int8, delivered: col.int8, delay_ms: col.int8, slowest_ms: col.int8 }

/** A partner who has been unreachable for days has more events than are worth counting. */
const MAX_EVENTS_COUNTED = 10_000

/** As of now: the sums of an agent are updated with each movement. */
export async function readAgentVolumes(services: Services, agentId: string, step: ChartStep): Promise<Volumes> {
  const now = services.clock.now()
  const { currency_code, float_id } = await findAgent(services.db, agentId)
  const starts = startsOf(step, now, 2)
  const [first = now] = starts
  const volumes =
    step === 'hour'
      ? await readVolumesByHour(services, agentId, first)
      : await readVolumesByDay(services, agentId, first, step)
  const periods = splitPeriods(starts, volumes, await readTopups(services, float_id, first, step))
  return { as_of: toSeconds(now), currency_code, currency_codes: [currency_code], ...periods }
}

const readVolumesByHour = ({ db }: Services, agentId: string, first: Date) =>
  query(db, { ...stepColumn, ...columnsOf(paymentFigures) })`
    select epoch_seconds(date_trunc('hour', finished_at, 'UTC'))::bigint as at,
           ${paymentSums}
    from confirmation as done
    where ${confirmedIn(agentId, first)}
      and not exists (select 1 from reversal where reversal.player_transaction_id = done.player_transaction_id)
    group by 1`

const readVolumesByDay = ({ db }: Services, agentId: string, first: Date, step: 'day' | 'month') =>
  query(db, { ...stepColumn, ...columnsOf(paymentFigures) })`
    select epoch_seconds(date_trunc(${step}, day::timestamp) at time zone 'UTC')::bigint as at, ${summed(paymentFigures)}
    from daily_total where agent_id = ${agentId} and day >= (${first}::timestamptz at time zone 'UTC')::date group by 1`

const readTopups = ({ db }: Services, floatId: bigint, first: Date, step: ChartStep) =>
  query(db, { ...stepColumn, ...columnsOf(topupFigures) })`
    select epoch_seconds(date_trunc(${step}, at, 'UTC'))::bigint as at, count(*) as topup_count,
           sum(amount)::bigint as topup_sum
    from statement_line
    where account_id = ${floatId} and number is not null and kind = 'top_up' and at >= ${first} group by 1`

/** The float of the last three days, and the forecast for the next two. */
export async function readFloat(services: Services, agentId: string): Promise<OutputOf<typeof chartAgentFloat>> {
  const { db, clock } = services
  const now = clock.now()
  const agent = await findAgent(db, agentId)
  const floor = agent.floor ?? 0n
  const present = { at: toSeconds(now), float: formatMinor(agent.balance) }
  const hours = await countHours(db, agentId, now)
  const question = hours && {
    hours,
    available: agent.balance - floor,
    now: toSeconds(now),
    timeZone: agent.timezone,
  }
  const rest = question && expectedRest(question)
  return {
    currency_code: agent.currency_code,
    floor: formatMinor(floor),
    past: [...(await readPast(services, agent.float_id, now)), present],
    expected: rest
      ? [present, ...rest.map(({ at, available }) => ({ at, float: formatMinor(floor + available) }))]
      : [],
    lasts_until: question && forecast(question),
  }
}

/** One point every three hours. */
async function readPast({ db }: Services, floatId: bigint, now: Date) {
  const rows = await query(db, { at: col.int8, float: col.int8 })`
    select epoch_seconds(moment)::bigint as at, balance_at(${floatId}, moment) as float
    from generate_series(date_trunc('hour', ${now}::timestamptz, 'UTC') - interval '72 hours', ${now}::timestamptz, interval '3 hours') as moment
    where moment < ${now} order by 1`
  return rows.map(({ at, float }) => ({ at: Number(at), float: formatMinor(float) }))
}

export async function readRefusals(services: Services, channel: string | undefined): Promise<Refusals> {
  const [from = services.clock.now()] = startsOf('hour', services.clock.now())
  const channelId = channel === undefined ? null : await findChannelId(services.db, channel)
  if (channel !== undefined && channelId === null) throw refusal('not_found')
  const ofChannel = sql`(${channelId}::uuid is null or channel_id = ${channelId})`
  return countRefusals(services, from, sql`refusal_hour where hour >= ${from} and ${ofChannel}`)
}

export async function readAgentRefusals(services: Services, agentId: string): Promise<Refusals> {
  await findAgent(services.db, agentId)
  const [from = services.clock.now()] = startsOf('day', services.clock.now())
  const isSince = sql`day >= (${from}::timestamptz at time zone 'UTC')::date`
  return countRefusals(services, from, sql`refusal_of_agent where agent_id = ${agentId} and ${isSince}`)
}

export async function readPartnerRefusals(services: Services, partner: string): Promise<Refusals> {
  const partnerId = await findPartnerId(services.db, partner)
  const [from = services.clock.now()] = startsOf('hour', services.clock.now())
  return countRefusals(services, from, sql`refusal_of_partner where partner_id = ${partnerId} and hour >= ${from}`)
}

const countRefusals = async ({ db }: Services, from: Date, counted: Sql): Promise<Refusals> => ({
  from: toSeconds(from),
  list: await query(db, {
    code: col.text,
    count: col.count,
  })`select code, sum(count)::bigint as count from ${counted} group by code order by count desc, code`,
})

export async function readWebhookDelays(
  { db, clock }: Services,
  partner: string | undefined,
): Promise<OutputOf<typeof chartWebhookDelays>> {
  const starts = startsOf('hour', clock.now())
  const partnerId = partner === undefined ? null : await findPartnerId(db, partner)
  const rows = await query(db, delayColumns)`
    select epoch_seconds(hour)::bigint as at, sum(delivered)::bigint as delivered,
           sum(delay_ms)::bigint as delay_ms, max(slowest_ms) as slowest_ms
    from webhook_hour
    where hour >= ${starts[0]} and (${partnerId}::uuid is null or partner_id = ${partnerId}) group by hour`
  const byTime = new Map(rows.map((row) => [Number(row.at), row]))
  const undelivered = await readUndelivered(db, partnerId)
  const points = starts.map((start) => {
    const row = byTime.get(toSeconds(start))
    const end = Math.min(clock.now().getTime(), start.getTime() + HOUR_MS)
    const waited = undelivered.flatMap(({ created_at }) => {
      const ms = end - created_at.getTime()
      return ms > 0 ? [ms] : []
    })
    const count = Number(row?.delivered ?? 0n) + waited.length
    const total = waited.reduce((sum, ms) => sum + ms, Number(row?.delay_ms ?? 0n))
    return {
      at: toSeconds(start),
      delivered: Number(row?.delivered ?? 0n),
      waiting: waited.length,
      average_ms: count === 0 ? null : Math.floor(total / count),
      slowest_ms: count === 0 ? null : waited.reduce((most, ms) => Math.max(most, ms), Number(row?.slowest_ms ?? 0n)),
    }
  })
  return { points }
}

/** Events that wait for partners with a webhook, the oldest of each. */
const readUndelivered = (db: Services['db'], partnerId: string | null) =>
  query(db, { created_at: col.timestamptz })`
    select event.created_at
    from partner
    cross join lateral (
      select created_at from outbox_event where partner_id = partner.id and delivered_at is null
      order by number limit ${MAX_EVENTS_COUNTED}) as event
    where partner.webhook_url is not null and (${partnerId}::uuid is null or partner.id = ${partnerId})`
