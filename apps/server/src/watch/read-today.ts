import { agentStatuses, formatMinor, topupReasons } from '@cashbox/contract'
import type { Today } from '@cashbox/contract/operator'
import { col, type Queryable, query, queryOne, type RowOf, sql } from '@cashbox/postgres/database'
import { columnsOf, each, listed, summed } from '@cashbox/postgres/each'
import { formatUnits } from '../ledger/units.ts'
import { ceilingsOf } from '../partners/settlement/position.ts'
import { readAllPositions } from '../partners/settlement/read-position.ts'
import { readProblems } from '../partners/settlement/statements.ts'
import { toSeconds } from '../platform/clock.ts'
import { figures } from './charts/read-volumes.ts'
import { dayOf, usualDeposits } from './count-network.ts'
import { paymentFigures, topupFigures } from './figures.ts'
import {
  readAttemptsWithoutMonth,
  readClockJumps,
  readDestinations,
  readJobs,
  readKeyProblems,
  readLastBackup,
  readVerification,
  type WatchServices,
} from './read-status.ts'

/** A partner who has been unreachable for days has more events than are worth counting. */
const MAX_EVENTS_COUNTED = 10_000
/** Of each currency. */
const MAX_LOW_FLOATS = 5

/** Stored sums are as of the last count, everything else is as of now. */
export async function readToday(services: WatchServices): Promise<Today> {
  const { counted, ...present } = await allOf({
    counted: readVolumes(services),
    agents: readAgents(services),
    has_channel: readHasChannel(services),
    floats: readFloats(services),
    topups: readTopups(services),
    webhooks: readWebhooks(services),
    payouts: readPayouts(services),
    positions: readAllPositions(services.db),
    statements: readProblems(services.db, services.clock.now()),
    keys: readKeyProblems(services),
    tron: readTron(services),
    rates: readRates(services),
    rate_refusals: readRefusals(services),
    clock_jumps: readClockJumps(services),
    jobs: readJobs(services),
    failing_destinations: readDestinations(services),
    verification: readVerification(services),
    backup: readLastBackup(services),
    attempts_without_month: readAttemptsWithoutMonth(services),
  })
  return { ...counted, ...present }
}

/** `Promise.all` for the fields of an object. */
const allOf = async <Fields extends object>(fields: { [Name in keyof Fields]: Promise<Fields[Name]> }) =>
  Object.fromEntries(
    await Promise.all(Object.entries(fields).map(async ([name, value]) => [name, await value])),
  ) as Fields

const counted = [...paymentFigures, ...topupFigures]

async function readVolumes({ db, clock }: WatchServices): Promise<Pick<Today, 'as_of' | 'day' | 'volumes'>> {
  const day = dayOf(clock.now())
  const { as_of } = await queryOne(db, { as_of: col.nullable(col.seconds) })`select as_of from network_state`
  const rows = await query(db, { currency_code: col.text, days: col.int4, ...columnsOf(counted) })`
    select currency_code, 0 as days, ${summed(counted)}
    from network_day join channel on channel.id = network_day.channel_id
    where day = ${day}::date group by currency_code
    union all ${earlierSums(clock.now())} order by currency_code`
  const codes = [...new Set(rows.map(({ currency_code }) => currency_code))]
  const sumsOf = (code: string, back: number) =>
    volumesOf(rows.find(({ currency_code, days }) => currency_code === code && days === back))
  return {
    as_of,
    day,
    volumes: codes.map((currency_code) => ({
      currency_code,
      ...sumsOf(currency_code, 0),
      yesterday: sumsOf(currency_code, 1),
      week_ago: sumsOf(currency_code, 7),
    })),
  }
}

/** The sums of one and seven days ago until the same time, by currency; a part of the hour counts in proportion. */
const earlierSums = (now: Date) => sql`
  select currency_code, days, ${each(counted, (figure) => sql`round(sum(${figure} * share))::bigint`)}
  from (values (1), (7)) as back (days)
  cross join lateral (select ${now}::timestamptz - days * interval '1 day' as until) as same_time
  cross join lateral (
    select hour, channel_id, ${listed(paymentFigures)}, 0 as topup_count, 0 as topup_sum
    from network_hour where hour between date_trunc('day', until, 'UTC') and until
    union all
    select hour, channel_id, 0, 0, 0, 0, 0, 0, topup_count, topup_sum
    from topup_hour where hour between date_trunc('day', until, 'UTC') and until
  ) as counted
  join channel on channel.id = counted.channel_id and not channel.is_demo
  cross join lateral (select least(1, extract(epoch from until - hour) / 3600) as share) as part
  group by currency_code, days`

type Sums = Readonly<Record<(typeof counted)[number], bigint>>

const volumesOf = (row: Partial<Sums> = {}) => {
  const { count, sum } = figures(row.topup_count, row.topup_sum)
  return {
    deposits: figures(row.deposit_count, row.deposit_sum, row.deposit_fee),
    withdrawals: figures(row.withdraw_count, row.withdraw_sum, row.withdraw_fee),
    fees: formatMinor((row.deposit_fee ?? 0n) + (row.withdraw_fee ?? 0n)),
    topups: { count, sum },
  }
}

const readAgents = ({ db }: WatchServices): Promise<Today['agents']> =>
  query(db, {
    status: col.oneOf(...agentStatuses),
    count: col.count,
  })`select status, count from network_agents order by status`

const readHasChannel = async ({ db }: WatchServices): Promise<boolean> =>
  (await db.execute(sql`select 1 from channel where not is_demo limit 1`)) > 0

const floatColumns = {
  currency_code: col.text,
  agents: col.count,
  balance: col.money,
  below_zero: col.count,
  below_zero_since: col.nullable(col.seconds),
  low_float: col.count,
  credit_lines: col.money,
  credit_used: col.money,
  commission: col.money,
}

async function readFloats({ db, clock }: WatchServices): Promise<Today['floats']> {
  const floats = await query(db, floatColumns)`
    select currency_code, agents, balance, below_zero, below_zero_since, low_float, credit_lines, credit_used, commission
    from network_float order by currency_code`
  const isAnyLow = floats.some(({ low_float }) => low_float > 0)
  const low = isAnyLow ? await readLowFloats(db, clock.now()) : []
  return floats.map((float) => ({
    ...float,
    low_agents: low.filter(({ asset }) => asset === float.currency_code).map(({ asset: _asset, ...agent }) => agent),
  }))
}

const lowColumns = {
  asset: col.text,
  agent_id: col.uuid,
  cash_id: col.text,
  first_name: col.text,
  last_name: col.text,
}

const readLowFloats = (db: Queryable, now: Date) =>
  query(db, lowColumns)`
    with usual as (${usualDeposits(now)}),
    ranked as (
      select account.asset, agent.id as agent_id, cash_id::text, first_name, last_name,
             row_number() over (partition by account.asset order by account.balance - account.floor, agent.id) as place
      from agent join account on account.id = agent.float_id join usual on usual.currency_code = account.asset
      where agent.status = 'approved' and not agent.is_demo and account.balance - account.floor < usual.deposit)
    select asset, agent_id, cash_id, first_name, last_name from ranked where place <= ${MAX_LOW_FLOATS} order by place`

/** Counted by the hours of the network, so that no confirmation writes a sum of its partner. */
const readPayouts = ({ db, clock }: WatchServices): Promise<Today['payouts']> =>
  query(db, { partner: col.text, name: col.text, currency_code: col.text, sum: col.money, max_per_day: col.money })`
    select partner.code as partner, partner.name, ceiling.currency_code, today.sum, ceiling.max_per_day
    from partner
    cross join lateral (${ceilingsOf(sql`partner.id`)}) as ceiling
    cross join lateral (
      select coalesce(sum(withdraw_sum - deposit_sum), 0)::bigint as sum
      from network_hour as counted join channel on channel.id = counted.channel_id
      where counted.partner_id = partner.id and channel.currency_code = ceiling.currency_code
        and hour >= ${dayOf(clock.now())}::date::timestamp at time zone 'UTC') as today
    where today.sum > ceiling.max_per_day / 2 order by partner.code, ceiling.currency_code`

const coinColumns = { coin: col.text, decimals: col.int2, count: col.count, units: col.text, oldest_at: col.seconds }
const waitingColumns = {
  ...coinColumns,
  state: col.oneOf('confirming', 'held'),
  reason: col.nullable(col.oneOf(...topupReasons)),
}

async function readTopups({ db }: WatchServices): Promise<Today['topups']> {
  const rows = await query(db, waitingColumns)`
    select state, reason, coin, decimals, count(*) as count, sum(units)::text as units, min(seen_at) as oldest_at
    from topup where state in ('confirming', 'held')
    group by state, reason, coin, decimals order by reason, coin, decimals`
  const missing = await query(db, coinColumns)`
    select coin, decimals, count(*) as count, sum(units)::text as units, min(missing_since) as oldest_at
    from topup where missing_since is not null group by coin, decimals order by coin, decimals`
  const sumUp = ({ coin, decimals, count, units, oldest_at }: RowOf<typeof coinColumns>) => ({
    coin,
    count,
    sum: formatUnits(BigInt(units), decimals),
    oldest_at,
  })
  return {
    confirming: rows.filter(({ state }) => state === 'confirming').map(sumUp),
    held: rows.flatMap((row) => (row.reason === null ? [] : [{ reason: row.reason, ...sumUp(row) }])),
    missing: missing.map(sumUp),
  }
}

const partnerColumns = {
  partner: col.text,
  name: col.text,
  pending_events: col.count,
  oldest_at: col.nullable(col.seconds),
  failing_since: col.nullable(col.seconds),
  failures: col.int4,
  disabled_at: col.nullable(col.seconds),
}

const readWebhooks = ({ db }: WatchServices): Promise<Today['webhooks']> =>
  query(db, partnerColumns)`
    select partner.code as partner, partner.name, pending.count as pending_events, oldest.created_at as oldest_at,
           partner.webhook_failing_since as failing_since, partner.webhook_failures as failures,
           partner.webhook_disabled_at as disabled_at
    from partner
    left join lateral (
      select created_at from outbox_event where partner_id = partner.id and delivered_at is null
      order by number limit 1) as oldest on true
    cross join lateral (
      select count(*) as count from (
        select 1 from outbox_event where partner_id = partner.id and delivered_at is null
        limit ${MAX_EVENTS_COUNTED}) as event) as pending
    where partner.webhook_url is not null order by partner.code`

async function readTron({ db, clock, config }: WatchServices): Promise<Today['tron']> {
  if (!config.tron.isOn) return []
  const rows = await query(db, {
    pass: col.text,
    succeeded_at: col.timestamptz,
  })`select pass, max(succeeded_at) as succeeded_at from tron_cursor group by pass order by pass`
  return rows.map(({ pass, succeeded_at }) => ({
    pass,
    succeeded_at: toSeconds(succeeded_at),
    lag_s: ageOf(clock.now(), succeeded_at),
  }))
}

const ageOf = (now: Date, time: Date) => Math.max(0, Math.floor((now.getTime() - time.getTime()) / 1000))

const rateColumns = {
  coin: col.text,
  currency_code: col.text,
  rate: col.text,
  source: col.oneOf('operator', 'feed'),
  set_at: col.timestamptz,
}

async function readRates({ db, clock, config: { rates } }: WatchServices): Promise<Today['rates']> {
  const rows = await query(db, rateColumns)`
    select coin, currency_code, rate::text as rate, source, set_at from rate
    where exists (select 1 from channel where channel.currency_code = rate.currency_code and not is_demo)
    order by currency_code, coin`
  return rows.map((row) => {
    const age_s = ageOf(clock.now(), row.set_at)
    const is_stale = row.source === 'feed' && age_s > rates.maxAgeS
    return { ...row, set_at: toSeconds(row.set_at), age_s, is_stale }
  })
}

const refusalColumns = {
  coin: col.text,
  currency_code: col.text,
  rate: col.text,
  reason: col.oneOf('first', 'too_far'),
  since: col.seconds,
}

const readRefusals = ({ db }: WatchServices): Promise<Today['rate_refusals']> =>
  query(db, refusalColumns)`
    select coin, currency_code, rate::text as rate, reason, since from rate_refusal
    where exists (select 1 from channel where channel.currency_code = rate_refusal.currency_code and not is_demo)
    order by currency_code, coin`
