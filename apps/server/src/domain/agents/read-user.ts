import { type AgentStatus, formatMinor, hasBlock, type User } from '@cashbox/contract'
import { only, type Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { degrees } from './degrees.ts'

interface Row {
  status: AgentStatus
  note: string | null
  balance: bigint
  currency_code: string
  is_demo: boolean
  is_email_verified: boolean
  cash_id: bigint
  first_name: string
  last_name: string
  email: string
  phone: string | null
  messenger: string | null
  messenger_id: string | null
  country_code: string | null
  city: string | null
  street: string | null
  geo_lat: number | null
  geo_lon: number | null
  geo_area: number
  timezone: string
}

/** The agent as their own app shows them. */
export async function readUser(db: Queryable, agentId: string): Promise<User> {
  const rows = await db.query<Row>(sql`
    select agent.status, agent.note, account.balance, channel.currency_code, agent.is_demo,
           agent.email_verified_at is not null as is_email_verified, agent.cash_id, agent.first_name, agent.last_name,
           agent.email, agent.phone, agent.messenger, agent.messenger_id, agent.country_code, agent.city, agent.street,
           agent.geo_lat, agent.geo_lon, agent.geo_area, agent.timezone
    from agent join account on account.id = agent.float_id join channel on channel.id = agent.channel_id
    where agent.id = ${agentId}`)
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
