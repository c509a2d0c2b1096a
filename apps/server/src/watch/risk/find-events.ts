import { RISK_DAYS } from '@cashbox/contract/operator'
import { float8, int8, int8Array, nullable, oneOf, text, timestamptz, uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Batch, type Found, weigh } from './batch.ts'

/** How many make a signal, and what they weigh. */
const rules = {
  impossible_travel: { least: 1, weight: 40, most: 100 },
  circular_payments: { least: 3, weight: 15, most: 90 },
} as const

const columns = {
  agent_id: uuid,
  kind: oneOf('impossible_travel', 'circular_payments'),
  subject: text,
  count: int8,
  speed: nullable(float8),
  first_at: timestamptz,
  last_at: timestamptz,
  numbers: int8Array,
}

/** Signals from the events that were noted about these agents. */
export async function findEvents({ tx, agents, now }: Batch): Promise<Found[]> {
  const rows = await tx.query(
    sql`
      select event.agent_id, event.kind, event.subject, count(*) as count, max(event.speed) as speed,
             min(event.at) as first_at, max(event.at) as last_at,
             array_agg(event.number order by event.number desc) || array_agg(event.earlier) as numbers
      from risk_event as event
      left join risk_signal as known
        on known.agent_id = event.agent_id and known.kind = event.kind and known.subject = event.subject
      where event.agent_id = any (${agents.map(({ id }) => id)}::uuid[])
        and event.at > ${new Date(now.getTime() - RISK_DAYS * 24 * 60 * 60 * 1000)}
        and event.at > coalesce(known.counts_from, '-infinity')
      group by event.agent_id, event.kind, event.subject`,
    columns,
  )
  return rows
    .filter(({ kind, count }) => count >= rules[kind].least)
    .map((row) => ({
      agentId: row.agent_id,
      kind: row.kind,
      subject: row.subject,
      weight: weigh(Number(row.count), rules[row.kind].weight, rules[row.kind].most),
      firstAt: row.first_at,
      lastAt: row.last_at,
      facts: { times: Number(row.count), ...(row.speed === null ? {} : { fastest_m_s: Math.round(row.speed) }) },
      numbers: row.numbers.toSorted((one, other) => (one < other ? 1 : -1)),
    }))
}
