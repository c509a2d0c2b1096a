import type { confirmPayment, ParsedInputOf } from '@cashbox/contract'
import * as z from 'zod/mini'
import { toSeconds } from '../platform/clock.ts'
import {
  bool,
  int4,
  json,
  nullable,
  type Queryable,
  type RowOf,
  sql,
  text,
  timestamptz,
  uuid,
} from '../platform/database/database.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

/** The input of `confirm_payments`. */
interface ConfirmationBase {
  readonly type: string
  readonly transaction_id: string
  readonly amount: string
  readonly at: Date
  readonly key?: string | null
  readonly body_hash?: string
  readonly code_hash?: string | null
  readonly lat?: number | null
  readonly lon?: number | null
  readonly accuracy_m?: number | null
  readonly age_s?: number | null
  readonly ip?: string
  /** Absent when the player service needs no event. */
  readonly event_id?: string
  readonly address_guesses?: string
  readonly site_guesses?: string | null
}

export interface ConfirmationItem extends ConfirmationBase {
  readonly agent_id: string
}

/** From a caller whose token is checked by the same statement, before any other rule. */
export interface ConfirmationRequest extends ConfirmationBase {
  readonly token_hash: string
}

interface GroupRules {
  /** How long to wait for a locked row; by default as long as any statement. */
  readonly lockMs?: number
  /** The counters of wrong guesses and their limits; without them guesses are not limited. */
  readonly guesses?: {
    readonly series: string
    readonly ofAgent: number
    readonly ofAddress: number
    readonly ofSite: number
  }
}

export type Answer = RowOf<typeof answerColumns>

type SentPosition = Pick<ParsedInputOf<typeof confirmPayment>, 'geo_lat' | 'geo_lon' | 'geo_at'>

const MAX_WRONG_CODES = 5

const answerColumns = {
  ordinal: int4,
  /** Checked by the caller: an unknown outcome must not fail the whole group. */
  outcome: text,
  detail: json(z.record(z.string(), z.union([z.string(), z.number()]))),
  replayed: bool,
  /** Null when there is no session. */
  agent_id: nullable(uuid),
  session_id: nullable(uuid),
  last_seen_at: nullable(timestamptz),
}

export const MAX_POSITION_AGE_S = 120

/** Checks a group of confirmations and moves the money of those that pass, in one statement. */
export async function confirmGroup(
  db: Queryable,
  items: readonly (ConfirmationItem | ConfirmationRequest)[],
  { lockMs, guesses }: GroupRules = {},
): Promise<Answer[]> {
  const batch = JSON.stringify(items.map((item, ordinal) => ({ ordinal, ...item })))
  const answers = await db.query(
    sql`
      select ordinal, outcome, detail, replayed, agent_id, session_id, last_seen_at
      from confirm_payments(
        ${batch}::jsonb, max_wrong_codes => ${MAX_WRONG_CODES}, max_age_s => ${MAX_POSITION_AGE_S},
        lock_ms => ${lockMs ?? null}, guess_series => ${guesses?.series ?? null},
        max_agent_guesses => ${guesses?.ofAgent ?? null}, max_address_guesses => ${guesses?.ofAddress ?? null},
        max_site_guesses => ${guesses?.ofSite ?? null})`,
    answerColumns,
  )
  return answers.toSorted((one, other) => one.ordinal - other.ordinal)
}

/** The position that the agent sent, as `agent_refusal` takes it. */
export function toPosition(sent: SentPosition, at: Date, { isTimeRequired }: { isTimeRequired: boolean }) {
  const hasPosition = sent.geo_at != null || !isTimeRequired
  return {
    lat: hasPosition ? degrees(sent.geo_lat) : null,
    lon: hasPosition ? degrees(sent.geo_lon) : null,
    // Without a time the position counts as taken now, as the specified call has no time.
    age_s: sent.geo_at == null ? null : toSeconds(at) - sent.geo_at,
  }
}

const degrees = (text: string | null | undefined) => (text ? Number(text) : null)

/** Keyed, because a short code could be guessed from a plain hash; with the ID, so that equal codes have different hashes. */
export const hashSecurityCode = (keyring: Pick<Keyring, 'hash'>, transactionId: string, code: string) =>
  keyring.hash(`security code ${transactionId} ${code.toUpperCase()}`)
