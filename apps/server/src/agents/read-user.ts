import { hasBlock, OwnTerms, User } from '@cashbox/contract'
import { col, only, type Queryable, query } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { columnsFor } from '../platform/answer-columns.ts'
import { toSeconds } from '../platform/clock.ts'
import { degrees } from './open-agent.ts'

export const contactColumns = columnsFor(
  z.pick(User, { phone: true, messenger: true, messenger_id: true, country_code: true, city: true, street: true }),
)

const columns = {
  ...columnsFor(z.omit(User, { channel: true, has_block: true, full_name: true })),
  cash_id: col.digits,
  balance: col.money,
  currency_code: col.text,
  first_name: col.text,
  last_name: col.text,
  geo_lat: col.nullable(col.float8),
  geo_lon: col.nullable(col.float8),
}

export async function readUser(db: Queryable, agentId: string): Promise<User> {
  const rows = await query(db, columns)`
    select agent.status, agent.note, account.balance, channel.currency_code, agent.is_demo,
           agent.is_email_verified, agent.cash_id, agent.first_name, agent.last_name,
           person.email, agent.phone, agent.messenger, agent.messenger_id, agent.country_code, agent.city, agent.street,
           agent.geo_lat, agent.geo_lon, agent.geo_area, agent.timezone
    from agent join person on person.id = agent.owner_id
    join account on account.id = agent.float_id join channel on channel.id = agent.channel_id
    where agent.id = ${agentId}`
  const { balance, currency_code, first_name, last_name, geo_lat, geo_lon, ...agent } = only(rows)
  return {
    ...agent,
    channel: { balance, currency_code },
    has_block: hasBlock(agent.status),
    full_name: `${first_name} ${last_name}`.trim(),
    geo_lat: geo_lat === null ? null : degrees(geo_lat),
    geo_lon: geo_lon === null ? null : degrees(geo_lon),
  }
}

/** As a confirmation at this moment applies them. */
export async function readOwnTerms(db: Queryable, agentId: string, now: Date): Promise<OwnTerms> {
  const rows = await query(db, columnsFor(z.omit(OwnTerms, { renews_at: true })))`
    select channel.name as channel, channel.currency_code, deposit.bp as deposit_fee_bp, withdraw.bp as withdraw_fee_bp,
           agent.max_amount, agent.daily_limit, today.volume as used_today,
           coalesce(-float.floor, 0) as credit_line
    from agent
    join channel on channel.id = agent.channel_id
    join account as float on float.id = agent.float_id
    cross join lateral fee_in_force(agent.id, 'deposit', ${now}) as deposit
    cross join lateral fee_in_force(agent.id, 'withdraw', ${now}) as withdraw
    cross join lateral volume_of_day(agent.id, ${now}) as today
    where agent.id = ${agentId}`
  return { ...only(rows), renews_at: toSeconds(startOfNextDay(now)) }
}

/** Limits count days in UTC. */
const startOfNextDay = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
