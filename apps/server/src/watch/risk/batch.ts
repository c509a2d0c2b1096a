import type { RiskKind } from '@cashbox/contract/operator'
import { int8Array, timestamptz, uuid } from '../../platform/database/columns.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** Confirmations that are looked at together. */
export interface Batch {
  readonly tx: Tx
  readonly now: Date
  /** Of `player_transaction_id`. */
  readonly ids: readonly string[]
  /** The agents in it, and up to which number of theirs. */
  readonly agents: readonly { readonly id: string; readonly number: bigint }[]
}

/** What speaks against an agent, with what it rests on. */
export interface Found {
  readonly agentId: string
  readonly kind: RiskKind
  readonly subject: string
  readonly weight: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly facts: Readonly<Record<string, number | string | boolean>>
  /** Of the agent's confirmations, newest first. */
  readonly numbers: readonly bigint[]
  readonly other_agents?: readonly Other[]
}

/** Another agent on the same device or address. */
export interface Other {
  readonly cash_id: string
  readonly transaction_id: string
  readonly at: number
}

/** What every search for runs of confirmations selects. */
export const runColumns = { agent_id: uuid, first_at: timestamptz, last_at: timestamptz, numbers: int8Array }

/** The agents of the batch as `agent`, up to `seen.number`; `known` is the signal of that kind, if there is one. */
export const agentsIn = ({ agents }: Batch, kind: RiskKind): Sql => sql`
  unnest(${agents.map(({ id }) => id)}::uuid[], ${agents.map(({ number }) => number.toString())}::bigint[])
    as seen (id, number)
  join agent on agent.id = seen.id and not agent.is_demo
  left join risk_signal as known on known.agent_id = agent.id and known.kind = ${kind} and known.subject = ''`

/** What a signal weighs: something for each piece of evidence, up to a most. */
export const weigh = (pieces: number, each: number, most: number) => Math.min(most, Math.round(pieces * each))
