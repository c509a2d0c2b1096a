import { transactionTypes } from '@cashbox/contract'
import { RiskSignal, riskKinds } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { col, type Queryable, query, type RowOf, type Sql } from '../../platform/database/database.ts'

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
export async function readSignals(db: Queryable, condition: Sql): Promise<RiskSignal[]> {
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
