import { formatMinor, transactionTypes } from '@cashbox/contract'
import { RiskSignal, riskKinds } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { toSeconds } from '../../platform/clock.ts'
import {
  float8,
  int4,
  int8,
  json,
  nullable,
  oneOf,
  type Queryable,
  type RowOf,
  type Sql,
  sql,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/database.ts'

const MAX_SIGNALS = 200

const Evidence = z.object({
  facts: RiskSignal.shape.facts,
  numbers: z.array(z.number()),
  other_agents: RiskSignal.shape.other_agents,
})

const signalColumns = {
  id: uuid,
  agent_id: uuid,
  kind: oneOf(...riskKinds),
  subject: text,
  weight: int4,
  evidence: json(Evidence),
  first_at: timestamptz,
  last_at: timestamptz,
  dismissed_at: nullable(timestamptz),
  dismissed_by: nullable(text),
  dismiss_reason: nullable(text),
  version: int4,
}
type SignalRow = RowOf<typeof signalColumns>

const confirmationColumns = {
  agent_id: uuid,
  number: int8,
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  player_id: text,
  finished_at: timestamptz,
  geo_lat: nullable(text),
  geo_lon: nullable(text),
  geo_accuracy_m: nullable(float8),
  ip: nullable(text),
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
