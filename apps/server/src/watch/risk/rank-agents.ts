import { agentStatuses, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import { type listRiskAgents as call, RISK_DAYS, riskKinds } from '@cashbox/contract/operator'
import { fromSeconds, toSeconds } from '../../platform/clock.ts'
import { int8, oneOf, someOf, text, timestamptz, uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { scoreAt } from './score.ts'
import type { RiskServices } from './services.ts'

const columns = {
  agent_id: uuid,
  cash_id: int8,
  first_name: text,
  last_name: text,
  status: oneOf(...agentStatuses),
  channel: text,
  /** In thousandths, so that it can be compared exactly. */
  score: int8,
  kinds: someOf(...riskKinds),
  last_at: timestamptz,
}

const DAY_S = 24 * 60 * 60

/** The highest score first. The cursor carries the moment of the first page, so that no agent changes places between pages. */
export async function rankAgents(
  { db, clock }: RiskServices,
  { kind, limit, cursor }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const [moment, score, cashId] = cursor?.split('-') ?? []
  const at = moment === undefined ? fromSeconds(toSeconds(clock.now())) : fromSeconds(Number(moment))
  const rows = await db.query(
    sql`
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
      cross join lateral (
        select id, cash_id, first_name, last_name, status, channel_id
        from agent where agent.id = ranked.agent_id limit 1) as agent
      where ${score ?? null}::bigint is null or (ranked.score, agent.cash_id) < (${score ?? null}::bigint, ${cashId ?? null}::bigint)
      order by ranked.score desc, agent.cash_id desc limit ${limit + 1}`,
    columns,
  )
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
