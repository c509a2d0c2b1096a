import type { ParsedInputOf } from '@cashbox/contract'
import {
  type listAgents as call,
  ListedAgent,
  listRiskAgents,
  type OperatorRole,
  RISK_DAYS,
  rolesOf,
} from '@cashbox/contract/operator'
import { col, type Queryable, query, type RowOf, type Sql, sql, toPage } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { columnsFor } from '../platform/answer-columns.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { foldName } from './open-agent.ts'

const SHORTEST_PHONE_END = 4

const LAST_CHARACTER = '\u{10FFFF}'

type ListInput = ParsedInputOf<typeof call>

/** With the ID of the channel, so that PostgreSQL knows how many agents the channel has when it plans. */
type Filters = Omit<ListInput, 'channel'> & { readonly channelId?: string | undefined; readonly now: Date }

const VOLUME_DAYS = 30

export const listedColumns = {
  ...columnsFor(z.omit(ListedAgent, { commission: true, last_active_at: true, volume: true, risk_score: true })),
  id: col.uuid,
  cash_id: col.digits,
}

const columns = {
  ...columnsFor(ListedAgent),
  ...listedColumns,
  /** In thousandths. */
  risk_score: col.nullable(col.int8),
  /** As a number: 20260131. */
  inactive_since: col.int4,
  queue_place: col.int2,
}
type ListedRow = RowOf<typeof columns>

/** From `agent`, `person`, `channel` and `float`. */
export const listedFields = sql`
  agent.id, agent.cash_id, agent.status, agent.is_demo, agent.first_name, agent.last_name, person.email,
  agent.is_email_verified, agent.phone, agent.country_code, agent.city,
  jsonb_build_object('code', channel.code, 'name', channel.name, 'currency_code', channel.currency_code) as channel,
  float.balance, agent.info_requested_at, agent.created_at, agent.version`

/** Weight × (1 − age ÷ 30 days), summed over `signal`, in thousandths. */
export const riskScoreAt = (at: Date): Sql => sql`
  sum(round(1000 * signal.weight
    * least(1, greatest(0, 1 - extract(epoch from ${at}::timestamptz - signal.last_at) / ${(RISK_DAYS * DAY_MS) / 1000}::float8))))::bigint`

/** The day from which an agent counts as inactive. */
const inactiveSince = sql`coalesce(agent.last_active_on, (agent.created_at at time zone 'UTC')::date)`

export async function listAgents({ db, clock }: Pick<Services, 'db' | 'clock'>, input: ListInput, role: OperatorRole) {
  const channelId = input.channel === undefined ? undefined : await findChannelId(db, input.channel)
  if (channelId === null) return { list: [], next_cursor: null }
  const rows = await db.query(agentsStatement({ ...input, channelId, now: clock.now() }), columns)
  const { list, next_cursor } = toPage(rows, input.limit, (last) => cursorOf(input, last))
  const maySeeRisk = rolesOf(listRiskAgents).includes(role)
  const scoreOf = ({ risk_score }: ListedRow) => (maySeeRisk ? Number(risk_score ?? 0n) / 1000 : null)
  return { list: list.map((row) => ({ ...row, risk_score: scoreOf(row) })), next_cursor }
}

/** Contains only the requested conditions, so that PostgreSQL can use the right index. */
export function agentsStatement(input: Filters): Sql {
  const { position, order } = pagePosition(input)
  const conditions = [...filters(input), ...position].reduce((all, one) => sql`${all} and ${one}`, sql`true`)
  return sql`
    select ${listedFields}, commission.balance as commission, last.finished_at as last_active_at, volume.sum as volume,
           risk.score as risk_score, agent.queue_place, to_char(${inactiveSince}, 'YYYYMMDD')::integer as inactive_since
    from (
      select id, owner_id, cash_id, status, is_demo, first_name, last_name, is_email_verified, phone, country_code, city,
             channel_id, float_id, info_requested_at, created_at, queue_place, version, commission_id,
             last_active_on
      from agent where ${conditions} order by ${order} limit ${input.limit + 1}) as agent
    join person on person.id = agent.owner_id
    join channel on channel.id = agent.channel_id
    join account as float on float.id = agent.float_id
    join account as commission on commission.id = agent.commission_id
    left join lateral (
      select finished_at from confirmation where float_id = agent.float_id order by number desc limit 1) as last on true
    cross join lateral (
      select coalesce(sum(deposit_sum + withdraw_sum), 0)::bigint as sum from daily_total
      where agent_id = agent.id and day > (${input.now}::timestamptz at time zone 'UTC')::date - ${VOLUME_DAYS}::integer) as volume
    cross join lateral (
      select ${riskScoreAt(input.now)} as score from risk_signal as signal
      where signal.agent_id = agent.id and signal.dismissed_at is null) as risk
    order by ${order}`
}

/** PostgreSQL knows by the value how many agents the channel has. */
export async function findChannelId(db: Queryable, code: string): Promise<string | null> {
  const [channel] = await query(db, { id: col.uuid })`select id from channel where code = ${code}`
  return channel?.id ?? null
}

function filters({ search, cash_id, status, channelId, country, is_demo, inactive_days, now }: Filters): Sql[] {
  return [
    ...(search === undefined ? [] : [matches(search)]),
    ...(cash_id === undefined ? [] : [sql`agent.cash_id = ${cash_id}`]),
    ...(status === undefined ? [] : [sql`agent.status = ${status}`]),
    ...(channelId === undefined ? [] : [sql`agent.channel_id = ${channelId}`]),
    ...(country === undefined ? [] : [sql`agent.country_code = ${country}`]),
    ...(is_demo === undefined ? [] : [is_demo === 'true' ? sql`agent.is_demo` : sql`not agent.is_demo`]),
    ...(inactive_days === undefined
      ? []
      : [
          sql`agent.status = 'approved'`,
          sql`${inactiveSince} <= (${now}::timestamptz at time zone 'UTC')::date - ${inactive_days}::integer`,
        ]),
  ]
}

function pagePosition({ order, cursor, inactive_days }: Filters): { position: Sql[]; order: Sql } {
  const [place = '0', cashId = '0'] = cursor?.includes('-') ? cursor.split('-') : ['0', cursor]
  const after = (condition: Sql) => (cursor === undefined ? [] : [condition])
  if (inactive_days !== undefined) {
    const from = sql`(to_date(${place.padStart(8, '0')}, 'YYYYMMDD'), ${cashId}::bigint)`
    return {
      position: after(sql`(${inactiveSince}, agent.cash_id) > ${from}`),
      order: sql`${inactiveSince}, agent.cash_id`,
    }
  }
  if (order === 'newest') return { position: after(sql`agent.cash_id < ${cashId}`), order: sql`agent.cash_id desc` }
  if (order === 'oldest') return { position: after(sql`agent.cash_id > ${cashId}`), order: sql`agent.cash_id` }
  return {
    position: [
      sql`agent.status = 'pending'`,
      ...after(sql`(agent.queue_place, agent.cash_id) > (${place}::smallint, ${cashId}::bigint)`),
    ],
    order: sql`agent.queue_place, agent.cash_id`,
  }
}

const cursorOf = ({ order, inactive_days }: ListInput, { queue_place, cash_id, inactive_since }: ListedRow) =>
  inactive_days !== undefined
    ? `${inactive_since}-${cash_id}`
    : order === 'review'
      ? `${queue_place}-${cash_id}`
      : cash_id

/** A number is a cash ID or a part of a phone number; other text is the beginning of an address or a name. */
function matches(search: string): Sql {
  // An array, because PostgreSQL uses no index for a sub-select within an `or`.
  const email = sql`agent.owner_id = any (array(
    select id from person where ${begins(sql`person.email`, search.toLowerCase())}))`
  const number = search.replaceAll(/[\s().-]/g, '')
  if (!/^\+?\d{1,15}$/.test(number)) {
    const name = foldName(search)
    return sql`(${email} or ${begins(sql`agent.folded_name`, name)} or ${begins(sql`agent.folded_surname`, name)})`
  }
  const phone = begins(sql`agent.phone`, `+${number.replace('+', '')}`)
  if (number.startsWith('+')) return phone
  const end =
    number.length < SHORTEST_PHONE_END
      ? sql`false`
      : begins(sql`reverse(agent.phone)`, number.split('').toReversed().join(''))
  return sql`(agent.cash_id = ${number} or ${email} or ${phone} or ${end})`
}

/** A byte range needs no escaping, unlike `like`. */
const begins = (column: Sql, start: string) =>
  sql`(${column} collate "C" >= ${start} and ${column} collate "C" < ${start + LAST_CHARACTER})`
