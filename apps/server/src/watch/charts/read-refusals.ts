import type { RefusalCount } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { int8, text, uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { startsOf } from './chart-steps.ts'
import { findAgent } from './find-agent.ts'
import { findPartner } from './find-partner.ts'
import type { ChartServices } from './services.ts'

const columns = { code: text, count: int8 }

interface Refusals {
  readonly from: number
  readonly list: RefusalCount[]
}

export async function readRefusals({ db, clock }: ChartServices, channel: string | undefined): Promise<Refusals> {
  const [from = clock.now()] = startsOf('hour', clock.now())
  const channelId = channel === undefined ? null : await findChannel(db, channel)
  const rows = await db.query(
    sql`
      select code, sum(count)::bigint as count from refusal_hour
      where hour >= ${from} and (${channelId}::uuid is null or channel_id = ${channelId}) group by code
      order by count desc, code`,
    columns,
  )
  return { from: toSeconds(from), list: rows.map(counted) }
}

export async function readAgentRefusals({ db, clock }: ChartServices, agentId: string): Promise<Refusals> {
  await findAgent(db, agentId)
  const [from = clock.now()] = startsOf('day', clock.now())
  const rows = await db.query(
    sql`
      select code, sum(count)::bigint as count from refusal_of_agent
      where agent_id = ${agentId} and day >= (${from}::timestamptz at time zone 'UTC')::date group by code
      order by count desc, code`,
    columns,
  )
  return { from: toSeconds(from), list: rows.map(counted) }
}

export async function readPartnerRefusals({ db, clock }: ChartServices, partner: string): Promise<Refusals> {
  const partnerId = await findPartner(db, partner)
  const [from = clock.now()] = startsOf('hour', clock.now())
  const rows = await db.query(
    sql`
      select code, sum(count)::bigint as count from refusal_of_partner
      where player_service_id = ${partnerId} and hour >= ${from} group by code order by count desc, code`,
    columns,
  )
  return { from: toSeconds(from), list: rows.map(counted) }
}

const counted = ({ code, count }: { readonly code: string; readonly count: bigint }) => ({ code, count: Number(count) })

async function findChannel(db: ChartServices['db'], code: string) {
  const [channel] = await db.query(sql`select id from channel where code = ${code}`, { id: uuid })
  if (!channel) throw refusal('not_found')
  return channel.id
}
