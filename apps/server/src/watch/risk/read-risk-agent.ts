import { agentStatuses, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { readRiskAgent as call } from '@cashbox/contract/operator'
import { int8, nullable, oneOf, text, uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { readSignals } from './read-signals.ts'
import { scoreAt } from './score.ts'
import type { RiskServices } from './services.ts'

const agentColumns = {
  agent_id: uuid,
  cash_id: int8,
  first_name: text,
  last_name: text,
  status: oneOf(...agentStatuses),
  channel: text,
  score: nullable(int8),
}

export async function readRiskAgent(
  { db, clock }: RiskServices,
  { cash_id }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const [agent] = await db.query(
    sql`
      select agent.id as agent_id, agent.cash_id, agent.first_name, agent.last_name, agent.status, channel.code as channel,
             (select ${scoreAt(clock.now())} from risk_signal as signal
              where signal.agent_id = agent.id and signal.dismissed_at is null) as score
      from agent join channel on channel.id = agent.channel_id where agent.cash_id = ${cash_id}`,
    agentColumns,
  )
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
