import { formatMinor, transactionTypes } from '@cashbox/contract'
import { RiskSignal, riskKinds } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { toSeconds } from '../../platform/clock.ts'
import { col, type Queryable, type RowOf, type Sql, sql } from '../../platform/database/database.ts'

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
  first_at: col.timestamptz,
  last_at: col.timestamptz,
  dismissed_at: col.nullable(col.timestamptz),
  dismissed_by: col.nullable(col.text),
  dismiss_reason: col.nullable(col.text),
  version: col.int4,
}
type SignalRow = RowOf<typeof signalColumns>

const confirmationColumns = {
  agent_id: col.uuid,
  number: col.int8,
  transaction_id: col.text,
  type: col.oneOf(...transactionTypes),
  amount: col.int8,
  player_id: col.text,
  finished_at: col.timestamptz,
  geo_lat: col.nullable(col.text),
  geo_lon: col.nullable(col.text),
  geo_accuracy_m: col.nullable(col.float8),
  ip: col.nullable(col.text),
}
type ConfirmationRow = RowOf<typeof confirmationColumns>

/** Latest first, each with the confirmations that are its evidence. */
export async function readSignals(db: Queryable, condition: Sql): Promise<RiskSignal[]> {
  const signals = await db.query(
    sql`
      select id, agent_id, kind, subject, weight, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason,
             version
      from risk_signal where ${condition} order by last_at desc, id limit ${MAX_SIGNALS}`,
    signalColumns,
  )
  const wanted = signals.flatMap(({ agent_id, evidence }) => evidence.numbers.map((number) => ({ agent_id, number })))
  const confirmations = await db.query(
    sql`
      select distinct done.agent_id, done.number, transaction_id, type, amount, player_id, finished_at,
             trim_scale(geo_lat::numeric)::text as geo_lat, trim_scale(geo_lon::numeric)::text as geo_lon, geo_accuracy_m, ip
      from unnest(${wanted.map(({ agent_id }) => agent_id)}::uuid[], ${wanted.map(({ number }) => number)}::bigint[])
        as wanted (agent_id, number)
      join confirmation as done on done.agent_id = wanted.agent_id and done.number = wanted.number`,
    confirmationColumns,
  )
  const shown = new Map(confirmations.map((row) => [`${row.agent_id} ${row.number}`, toConfirmation(row)]))
  return signals.map((signal) => toSignal(signal, shown))
}

const toConfirmation = (row: ConfirmationRow): RiskSignal['confirmations'][number] => ({
  number: Number(row.number),
  transaction_id: row.transaction_id,
  type: row.type,
  amount: formatMinor(row.amount),
  player_id: row.player_id,
  at: toSeconds(row.finished_at),
  geo_lat: row.geo_lat,
  geo_lon: row.geo_lon,
  accuracy_m: row.geo_accuracy_m,
  ip: row.ip,
})

const toSignal = (
  { agent_id, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason, ...signal }: SignalRow,
  shown: ReadonlyMap<string, RiskSignal['confirmations'][number]>,
): RiskSignal => ({
  ...signal,
  first_at: toSeconds(first_at),
  last_at: toSeconds(last_at),
  facts: evidence.facts,
  confirmations: evidence.numbers.flatMap((number) => shown.get(`${agent_id} ${number}`) ?? []),
  other_agents: evidence.other_agents,
  dismissed: dismissed_at && { at: toSeconds(dismissed_at), by: dismissed_by ?? '', reason: dismiss_reason ?? '' },
})
