import { agentStatuses, formatMinor, hasBlock, type User } from '@cashbox/contract'
import { bool, float8, int4, int8, nullable, oneOf, text } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { degrees } from './degrees.ts'

const columns = {
  status: oneOf(...agentStatuses),
  note: nullable(text),
  balance: int8,
  currency_code: text,
  is_demo: bool,
  is_email_verified: bool,
  cash_id: int8,
  first_name: text,
  last_name: text,
  email: text,
  phone: nullable(text),
  messenger: nullable(text),
  messenger_id: nullable(text),
  country_code: nullable(text),
  city: nullable(text),
  street: nullable(text),
  geo_lat: nullable(float8),
  geo_lon: nullable(float8),
  geo_area: int4,
  timezone: text,
}

/** The agent as their own app shows them. */
export async function readUser(db: Queryable, agentId: string): Promise<User> {
  const rows = await db.query(
    sql`
      select agent.status, agent.note, account.balance, channel.currency_code, agent.is_demo,
             agent.email_verified_at is not null as is_email_verified, agent.cash_id, agent.first_name, agent.last_name,
             agent.email, agent.phone, agent.messenger, agent.messenger_id, agent.country_code, agent.city, agent.street,
             agent.geo_lat, agent.geo_lon, agent.geo_area, agent.timezone
      from agent join account on account.id = agent.float_id join channel on channel.id = agent.channel_id
      where agent.id = ${agentId}`,
    columns,
  )
  const { balance, currency_code, cash_id, first_name, last_name, geo_lat, geo_lon, ...agent } = only(rows)
  return {
    ...agent,
    channel: { balance: formatMinor(balance), currency_code },
    has_block: hasBlock(agent.status),
    cash_id: cash_id.toString(),
    full_name: `${first_name} ${last_name}`.trim(),
    geo_lat: geo_lat === null ? null : degrees(geo_lat),
    geo_lon: geo_lon === null ? null : degrees(geo_lon),
  }
}
