import { agentStatuses, type OutputOf, type ParsedInputOf, transactionTypes } from '@cashbox/contract'
import {
  type listRiskAgents as call,
  type dismissRiskSignal as dismissRiskSignalCall,
  RISK_DAYS,
  RiskSignal,
  type readRiskAgent as readRiskAgentCall,
  riskKinds,
} from '@cashbox/contract/operator'
import { col, only, type Queryable, query, type RowOf, type Sql, sql, toPage } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { type Actor, writeAudit } from '../../access/audit.ts'
import { riskScoreAt } from '../../agents/list-agents.ts'
import { fromSeconds, toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

const MAX_SIGNALS = 200

const Evidence = z.object({
  facts: RiskSignal.shape.facts,
  numbers: z.array(z.number()),
  other_agents: RiskSignal.shape.other_agents,
})

const signalColumns = {
  id: col.uuid,
  agent_id: col.uuid,
  kind: col.oneOf(...riskKinds),
  subject: col.text,
  weight: col.int4,
  evidence: col.json(Evidence),
  first_at: col.seconds,
  last_at: col.seconds,
  dismissed_at: col.nullable(col.seconds),
  dismissed_by: col.nullable(col.text),
  dismiss_reason: col.nullable(col.text),
  version: col.int4,
}
type SignalRow = RowOf<typeof signalColumns>

const confirmationColumns = {
  agent_id: col.uuid,
  number: col.int4,
  transaction_id: col.text,
  type: col.oneOf(...transactionTypes),
  amount: col.money,
  player_id: col.text,
  at: col.seconds,
  geo_lat: col.nullable(col.text),
  geo_lon: col.nullable(col.text),
  accuracy_m: col.nullable(col.float8),
  ip: col.nullable(col.text),
}

/** Latest first, each with the confirmations that are its evidence. */
async function readSignals(db: Queryable, condition: Sql): Promise<RiskSignal[]> {
  const signals = await query(db, signalColumns)`
    select id, agent_id, kind, subject, weight, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason,
           version
    from risk_signal where ${condition} order by last_at desc, id limit ${MAX_SIGNALS}`
  const wanted = signals.flatMap(({ agent_id, evidence }) => evidence.numbers.map((number) => ({ agent_id, number })))
  const confirmations = await query(db, confirmationColumns)`
    select distinct done.agent_id, done.number, transaction_id, type, amount, player_id, finished_at as at,
           trim_scale(done.geo_lat::numeric)::text as geo_lat,
           trim_scale(done.geo_lon::numeric)::text as geo_lon,
           done.geo_accuracy_m as accuracy_m, done.ip
    from unnest(${wanted.map(({ agent_id }) => agent_id)}::uuid[], ${wanted.map(({ number }) => number)}::bigint[])
      as wanted (agent_id, number)
    join agent on agent.id = wanted.agent_id
    join confirmed_payment as done on done.float_id = agent.float_id and done.number = wanted.number`
  const shown = new Map(confirmations.map(({ agent_id, ...done }) => [`${agent_id} ${done.number}`, done]))
  return signals.map((signal) => toSignal(signal, shown))
}

const toSignal = (
  { agent_id, evidence, dismissed_at, dismissed_by, dismiss_reason, ...signal }: SignalRow,
  shown: ReadonlyMap<string, RiskSignal['confirmations'][number]>,
): RiskSignal => ({
  ...signal,
  facts: evidence.facts,
  confirmations: evidence.numbers.flatMap((number) => shown.get(`${agent_id} ${number}`) ?? []),
  other_agents: evidence.other_agents,
  dismissed: dismissed_at === null ? null : { at: dismissed_at, by: dismissed_by ?? '', reason: dismiss_reason ?? '' },
})

const agentColumns = {
  agent_id: col.uuid,
  cash_id: col.digits,
  first_name: col.text,
  last_name: col.text,
  status: col.oneOf(...agentStatuses),
  channel: col.text,
  score: col.nullable(col.int8),
}

const columns = {
  ...agentColumns,
  /** In thousandths, so that it can be compared exactly. */
  score: col.int8,
  kinds: col.someOf(...riskKinds),
  last_at: col.seconds,
}

const DAY_S = 24 * 60 * 60

const dismissSignalColumns = {
  agent_id: col.uuid,
  kind: col.text,
  subject: col.text,
  weight: col.int4,
  dismissed_at: col.nullable(col.timestamptz),
  version: col.int4,
}

/** Highest score first. The cursor has the time of the first page, so that the order stays the same between pages. */
export async function rankAgents(
  { db, clock }: Services,
  { kind, limit, cursor }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const [moment, score, cashId] = cursor?.split('-') ?? []
  const at = moment === undefined ? fromSeconds(toSeconds(clock.now())) : fromSeconds(Number(moment))
  const rows = await query(db, columns)`
    select agent.id as agent_id, agent.cash_id, agent.first_name, agent.last_name, agent.status,
           (select code from channel where channel.id = agent.channel_id) as channel, ranked.score, ranked.kinds, ranked.last_at
    from (
      select signal.agent_id, ${riskScoreAt(at)} as score,
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
    order by ranked.score desc, agent.cash_id desc limit ${limit + 1}`
  const { list, next_cursor } = toPage(rows, limit, (last) => `${toSeconds(at)}-${last.score}-${last.cash_id}`)
  return { list: list.map((row) => ({ ...row, score: Number(row.score) / 1000 })), next_cursor }
}

export async function readRiskAgent(
  { db, clock }: Services,
  { cash_id }: ParsedInputOf<typeof readRiskAgentCall>,
): Promise<OutputOf<typeof readRiskAgentCall>> {
  const [agent] = await query(db, agentColumns)`
    select agent.id as agent_id, agent.cash_id, agent.first_name, agent.last_name, agent.status, channel.code as channel,
           (select ${riskScoreAt(clock.now())} from risk_signal as signal
            where signal.agent_id = agent.id and signal.dismissed_at is null) as score
    from agent join channel on channel.id = agent.channel_id where agent.cash_id = ${cash_id}`
  if (!agent) throw refusal('not_found')
  return {
    agent: {
      ...agent,
      score: Number(agent.score ?? 0n) / 1000,
      signals: await readSignals(db, sql`agent_id = ${agent.agent_id}`),
    },
  }
}

export const dismissSignal = (
  { db, clock }: Services,
  { signal_id, version, reason }: ParsedInputOf<typeof dismissRiskSignalCall>,
  actor: Actor,
): Promise<OutputOf<typeof dismissRiskSignalCall>> =>
  db.transaction(async (tx) => {
    const [row] = await query(tx, dismissSignalColumns)`
      select agent_id, kind, subject, weight, dismissed_at, version from risk_signal where id = ${signal_id} for update`
    if (!row) throw refusal('not_found')
    if (row.version !== version || row.dismissed_at !== null) throw refusal('version_conflict')
    const at = clock.now()
    await tx.execute(sql`
      update risk_signal set dismissed_at = ${at}, dismissed_by = ${actor.name}, dismiss_reason = ${reason},
        counts_from = greatest(${at}, last_at), version = version + 1
      where id = ${signal_id}`)
    const { kind, subject, weight } = row
    await writeAudit(tx, { at, actor, reason }, { kind: 'agent', id: row.agent_id }, 'risk.dismiss', {
      before: { signal_id, kind, subject, weight, is_dismissed: false },
      after: { signal_id, kind, subject, weight, is_dismissed: true },
    })
    return { signal: only(await readSignals(tx, sql`id = ${signal_id}`)) }
  })
