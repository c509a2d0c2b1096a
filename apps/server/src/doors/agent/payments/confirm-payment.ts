import { type confirmPayment, isRefusalCode, type ParsedInputOf } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { hashSecurityCode } from '../../../domain/transactions/security-code.ts'
import type { Clock } from '../../../platform/clock.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { bool, int4, json, type RowOf, text } from '../../../platform/db/columns.ts'
import {
  type Database,
  isLockedOut,
  isRefusedByDatabase,
  type Queryable,
  retrying,
} from '../../../platform/db/database.ts'
import { type GroupRun, grouped } from '../../../platform/db/group.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { RateLimits } from '../../../platform/rate-limits.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { Caller, SignedIn } from '../../../platform/sessions.ts'

const MAX_WRONG_CODES = 5
const MAX_POSITION_AGE_S = 120

/** One confirmation as `confirm_payments` takes it. */
export interface ConfirmationItem {
  readonly agent_id: string
  readonly type: string
  readonly transaction_id: string
  readonly amount: string
  readonly at: Date
  /** The same moment, as the rate limiter counts it. */
  readonly at_ms?: number
  readonly transfer_id: string
  readonly clearing_id: string
  readonly max_wrong_codes: number
  readonly session_id?: string
  readonly key?: string | null
  readonly body_hash?: string
  readonly code_hash?: string | null
  readonly lat?: number | null
  readonly lon?: number | null
  readonly accuracy_m?: number | null
  readonly age_s?: number | null
  readonly max_age_s?: number
  readonly ip?: string
  /** Absent when the player service needs no event. */
  readonly event_id?: string
  readonly agent_guesses?: string
  readonly max_agent_guesses?: number
  readonly address_guesses?: string
  readonly max_address_guesses?: number
  readonly site_guesses?: string | null
  readonly max_site_guesses?: number | null
}

const judgementColumns = {
  ordinal: int4,
  /** Checked where it is used: one that is unknown must not spoil the others of its group. */
  outcome: text,
  detail: json(z.record(z.string(), z.union([z.string(), z.number()]))),
  replayed: bool,
}
type Judgement = RowOf<typeof judgementColumns>

/**
 * How long a statement waits for a row that another transaction holds: together with others, who all wait with it, and
 * by itself.
 */
const TOGETHER_LOCK_MS = 50
const ALONE_LOCK_MS = 5_000

/** Judges a group and moves the money of those that pass, in one statement. */
export async function confirmGroup(
  db: Queryable,
  items: readonly ConfirmationItem[],
  lockMs = ALONE_LOCK_MS,
): Promise<Judgement[]> {
  const batch = JSON.stringify(items.map((item, ordinal) => ({ ordinal, ...item })))
  const rows = await db.query(
    // The inner select makes sure that the limit is set before the function begins.
    sql`select ordinal, outcome, detail, replayed
        from (select set_config('lock_timeout', ${String(lockMs)}, true) as is_set offset 0) as waiting
        cross join lateral confirm_payments(case when waiting.is_set is not null then ${batch}::jsonb end)`,
    judgementColumns,
  )
  return rows.toSorted((a, b) => a.ordinal - b.ordinal)
}

export interface PaymentServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly metrics: Metrics
  readonly keyring: Keyring
  /** A position without its time counts as none. */
  readonly isPositionTimeRequired: boolean
  /** A confirmation has moved an agent's money. */
  readonly onConfirmed: (agentId: string) => void
}

interface ConfirmRequest {
  readonly input: ParsedInputOf<typeof confirmPayment>
  readonly agent: SignedIn
  readonly caller: Caller
  readonly idempotencyKey: string | null
  readonly markReplayed: () => void
}

/** Judges a confirmation together with those that arrive at the same time. Answers once the payment is on disk. */
export function createConfirmPayment(services: PaymentServices) {
  const { db, limits, metrics, onConfirmed } = services
  const judge = (items: ConfirmationItem[], { mayWait }: GroupRun) => {
    metrics.groupSize.observe(items.length)
    return retrying(() => confirmGroup(db, items, mayWait ? ALONE_LOCK_MS : TOGETHER_LOCK_MS))
  }
  const confirm = grouped(judge, {
    isTheirFault: isRefusedByDatabase,
    laneOf: ({ agent_id }) => agent_id,
    isHeldUp: isLockedOut,
  })

  return async (request: ConfirmRequest): Promise<Record<string, never>> => {
    const item = toItem(request, services)
    const { outcome, detail, replayed } = await confirm(item)
    metrics.confirmations.inc({ outcome: replayed ? 'replayed' : outcome })
    if (replayed) request.markReplayed()
    if (outcome === 'confirmed') {
      onConfirmed(request.agent.agentId)
      return {}
    }
    if (!isRefusalCode(outcome)) throw new Error(`confirm_payments returned an unknown outcome: ${outcome}`)
    if (isGuess(outcome) && !replayed) await noteGuess(limits, request)
    throw refusal(outcome, detail)
  }
}

const isGuess = (outcome: string) => outcome === 'transaction_not_found' || outcome === 'security_code_wrong'

const noteGuess = (limits: RateLimits, { agent, caller }: ConfirmRequest) =>
  Promise.all([limits.note('guess-account', agent.agentId), limits.note('guess-address', caller.ip)])

function toItem(
  { input, agent, caller, idempotencyKey }: ConfirmRequest,
  { clock, limits, keyring, isPositionTimeRequired }: PaymentServices,
): ConfirmationItem {
  const at = clock.now()
  const code = input.security_code || null
  const hasPosition = input.geo_at != null || !isPositionTimeRequired
  const [byAgent] = limits.counters('guess-account', agent.agentId)
  const [byAddress, bySite] = limits.counters('guess-address', caller.ip)
  return {
    agent_id: agent.agentId,
    session_id: agent.sessionId,
    key: idempotencyKey,
    body_hash: keyring.hash(bodyText(input)),
    type: input.type,
    transaction_id: input.transaction_id,
    amount: input.amount.toString(),
    code_hash: code === null ? null : hashSecurityCode(keyring, input.transaction_id, code),
    lat: hasPosition ? degrees(input.geo_lat) : null,
    lon: hasPosition ? degrees(input.geo_lon) : null,
    accuracy_m: input.geo_accuracy ?? null,
    // Without a time the position counts as taken now, as the specified call has no time.
    age_s: input.geo_at == null ? null : toSeconds(at) - input.geo_at,
    max_age_s: MAX_POSITION_AGE_S,
    ip: caller.ip,
    at,
    at_ms: at.getTime(),
    max_wrong_codes: MAX_WRONG_CODES,
    transfer_id: uuidv7(),
    event_id: uuidv7(),
    clearing_id: uuidv7(),
    agent_guesses: byAgent.key,
    max_agent_guesses: byAgent.points,
    address_guesses: byAddress.key,
    max_address_guesses: byAddress.points,
    site_guesses: bySite?.key ?? null,
    max_site_guesses: bySite?.points ?? null,
  }
}

const degrees = (text: string | null | undefined) => (text ? Number(text) : null)

// The position is left out: the same confirmation, sent again a step further, is still the same.
export const bodyText = ({ type, transaction_id, amount, security_code }: ConfirmRequest['input']) =>
  `confirmation ${JSON.stringify([type, transaction_id, amount.toString(), security_code || null])}`
