import { formatMinor, type TransactionType } from '@cashbox/contract'
import type { RiskKind, RiskSignal } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { Other } from './batch.ts'

const MOST = 200

interface Evidence {
  facts: RiskSignal['facts']
  numbers: number[]
  others: Other[]
}

interface SignalRow {
  id: string
  agent_id: string
  kind: RiskKind
  subject: string
  weight: number
  evidence: Evidence
  first_at: Date
  last_at: Date
  dismissed_at: Date | null
  dismissed_by: string | null
  dismiss_reason: string | null
  version: number
}

interface ConfirmationRow {
  agent_id: string
  number: bigint
  transaction_id: string
  type: TransactionType
  amount: bigint
  player_id: string
  finished_at: Date
  geo_lat: string | null
  geo_lon: string | null
  geo_accuracy_m: number | null
  ip: string | null
}

/** The latest first, each with the confirmations it rests on. */
export async function readSignals(db: Queryable, condition: Sql): Promise<RiskSignal[]> {
  const signals = await db.query<SignalRow>(sql`
    select id, agent_id, kind, subject, weight, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason,
           version
    from risk_signal where ${condition} order by last_at desc, id limit ${MOST}`)
  const wanted = signals.flatMap(({ agent_id, evidence }) => evidence.numbers.map((number) => ({ agent_id, number })))
  const confirmations = await db.query<ConfirmationRow>(sql`
    select distinct done.agent_id, done.number, transaction_id, type, amount, player_id, finished_at,
           trim_scale(geo_lat::numeric)::text as geo_lat, trim_scale(geo_lon::numeric)::text as geo_lon, geo_accuracy_m, ip
    from unnest(${wanted.map(({ agent_id }) => agent_id)}::uuid[], ${wanted.map(({ number }) => number)}::bigint[])
      as wanted (agent_id, number)
    join confirmation as done on done.agent_id = wanted.agent_id and done.number = wanted.number`)
  const shown = new Map(confirmations.map((row) => [`${row.agent_id} ${row.number}`, showConfirmation(row)]))
  return signals.map((signal) => showSignal(signal, shown))
}

const showConfirmation = (row: ConfirmationRow): RiskSignal['confirmations'][number] => ({
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

const showSignal = (
  { agent_id, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason, ...signal }: SignalRow,
  shown: ReadonlyMap<string, RiskSignal['confirmations'][number]>,
): RiskSignal => ({
  ...signal,
  first_at: toSeconds(first_at),
  last_at: toSeconds(last_at),
  facts: evidence.facts,
  confirmations: evidence.numbers.flatMap((number) => shown.get(`${agent_id} ${number}`) ?? []),
  others: evidence.others,
  dismissed: dismissed_at && { at: toSeconds(dismissed_at), by: dismissed_by ?? '', reason: dismiss_reason ?? '' },
})
