import type { AgentStatus, OutputOf, ParsedInputOf } from '@cashbox/contract'
import {
  type listRiskAgents as call,
  type readRiskAgent as oneCall,
  type RankedAgent,
  RISK_DAYS,
} from '@cashbox/contract/operator'
import { type Clock, fromSeconds, toSeconds } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { readSignals } from './read-signals.ts'

export interface RiskServices {
  readonly db: Database
  readonly clock: Clock
}

interface Row extends Omit<RankedAgent, 'cash_id' | 'score' | 'last_at'> {
  cash_id: bigint
  /** In thousandths, so that it can be compared exactly. */
  score: bigint
  last_at: Date
}

const DAY_S = 24 * 60 * 60

/** Weight × (1 − age ÷ 30 days), summed, in thousandths. */
const scoreAt = (at: Date): Sql => sql`
  sum(round(1000 * signal.weight
    * least(1, greatest(0, 1 - extract(epoch from ${at}::timestamptz - signal.last_at) / ${RISK_DAYS * DAY_S}::float8))))::bigint`

/** The highest score first. The cursor carries the moment of the first page, so that nobody changes places on the way. */
export async function rankAgents(
  { db, clock }: RiskServices,
  { kind, limit, cursor }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const [moment, score, cashId] = cursor?.split('-') ?? []
  const at = moment === undefined ? fromSeconds(toSeconds(clock.now())) : fromSeconds(Number(moment))
  const rows = await db.query<Row>(sql`
    select agent.id as agent_id, agent.cash_id, agent.first_name, agent.last_name, agent.status,
           (select code from channel where channel.id = agent.channel_id) as channel, ranked.score, ranked.kinds, ranked.last_at
    from (
      select signal.agent_id, ${scoreAt(at)} as score,
             array_agg(distinct signal.kind order by signal.kind) as kinds, max(signal.last_at) as last_at
      from risk_signal as signal
      where signal.dismissed_at is null and signal.last_at > ${new Date(at.getTime() - RISK_DAYS * DAY_S * 1000)}
        and (${kind ?? null}::text is null or exists (
          select 1 from risk_signal as wanted
          where wanted.agent_id = signal.agent_id and wanted.kind = ${kind ?? null} and wanted.dismissed_at is null
            and wanted.last_at > ${new Date(at.getTime() - RISK_DAYS * DAY_S * 1000)}))
      group by signal.agent_id
    ) as ranked
    cross join lateral (select * from agent where agent.id = ranked.agent_id limit 1) as agent
    where ${score ?? null}::bigint is null or (ranked.score, agent.cash_id) < (${score ?? null}::bigint, ${cashId ?? null}::bigint)
    order by ranked.score desc, agent.cash_id desc limit ${limit + 1}`)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    list: page.map((row) => ({
      ...row,
      cash_id: row.cash_id.toString(),
      score: Number(row.score) / 1000,
      last_at: toSeconds(row.last_at),
    })),
    next_cursor: last && rows.length > limit ? `${toSeconds(at)}-${last.score}-${last.cash_id}` : null,
  }
}

interface AgentRow {
  agent_id: string
  cash_id: bigint
  first_name: string
  last_name: string
  status: AgentStatus
  channel: string
  score: bigint | null
}

export async function readRiskAgent(
  { db, clock }: RiskServices,
  { cash_id }: ParsedInputOf<typeof oneCall>,
): Promise<OutputOf<typeof oneCall>> {
  const [agent] = await db.query<AgentRow>(sql`
    select agent.id as agent_id, agent.cash_id, agent.first_name, agent.last_name, agent.status, channel.code as channel,
           (select ${scoreAt(clock.now())} from risk_signal as signal
            where signal.agent_id = agent.id and signal.dismissed_at is null) as score
    from agent join channel on channel.id = agent.channel_id where agent.cash_id = ${cash_id}`)
  if (!agent) throw refusal('not_found')
  return {
    agent: {
      ...agent,
      cash_id: agent.cash_id.toString(),
      score: Number(agent.score ?? 0n) / 1000,
      signals: await readSignals(db, sql`agent_id = ${agent.agent_id}`),
    },
  }
}
