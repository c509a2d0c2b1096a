import { availableParallelism } from 'node:os'
import { type confirmPayment, isRefusalCode, type ParsedInputOf } from '@cashbox/contract'
import {
  col,
  isLockedOut,
  isRefusedByDatabase,
  type Queryable,
  query,
  type RowOf,
  retrying,
} from '@cashbox/postgres/database'
import { type GroupRun, groupedByQueue } from '@cashbox/postgres/group'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { Sessions } from '../access/sessions.ts'
import { toSeconds } from '../platform/clock.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken, type Keyring } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import type { TextValues } from '../platform/texts.ts'
import type { RefusalCounter } from './count-refusals.ts'

/** How long a statement waits for a locked row: in a group, where all others wait with it, and alone. */
const TOGETHER_LOCK_MS = 50
const ALONE_LOCK_MS = 5_000

/** A group costs less for each confirmation the larger it is, so several of them need cores to spare. */
const GROUPS_AT_ONCE = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 4)))

export interface Confirming {
  readonly sessions: Sessions
  readonly refusals: RefusalCounter
}

interface ConfirmRequest {
  readonly input: ParsedInputOf<typeof confirmPayment>
  readonly token: string
  readonly caller: Caller
  readonly idempotencyKey: string | null
  readonly markReplayed: () => void
  readonly noteAgent: (agentId: string) => void
}

/** Confirms in a group, with one statement that also authenticates. Resolves once the payment is on disk. */
export function createConfirmPayment(services: Services, { sessions, refusals }: Confirming) {
  const { db, limits, metrics } = services
  const guesses = guessRules(limits)
  const confirmTogether = (requests: ConfirmationRequest[], { mayWait }: GroupRun) => {
    metrics.groupSize.observe(requests.length)
    const lockMs = mayWait ? ALONE_LOCK_MS : TOGETHER_LOCK_MS
    return retrying(() => confirmGroup(db, requests, { lockMs, guesses }))
  }
  const agents = rememberAgents()
  const confirm = groupedByQueue(confirmTogether, {
    groupsAtOnce: GROUPS_AT_ONCE,
    isItemFault: isRefusedByDatabase,
    queueOf: ({ token_hash }) => agents.of(token_hash),
    isHeldUp: isLockedOut,
  })

  return async (request: ConfirmRequest): Promise<Record<string, never>> => {
    const item = toItem(request, services)
    const answer = await confirm(item)
    const { outcome, detail, replayed, agent_id: agentId } = answer
    noteSession(answer, request, sessions)
    if (agentId !== null) agents.note(item.token_hash, agentId)
    const { caller, markReplayed } = request
    const transactionId = item.transaction_id
    await reportOutcome(services, refusals, { outcome, detail, replayed, agentId, transactionId, caller, markReplayed })
    return {}
  }
}

interface Report extends Pick<Answer, 'outcome' | 'replayed'>, Pick<ConfirmRequest, 'caller' | 'markReplayed'> {
  readonly detail: TextValues
  /** Null when there is no session. */
  readonly agentId: string | null
  readonly transactionId: string
}

/** Counts the outcome, wakes the agent's devices, and throws what was refused. */
export async function reportOutcome(
  { metrics, live, limits }: Services,
  refusals: RefusalCounter,
  { outcome, detail, replayed, agentId, transactionId, caller, markReplayed }: Report,
): Promise<void> {
  metrics.confirmations.inc({ outcome: replayed ? 'replayed' : outcome })
  if (replayed) markReplayed()
  if (outcome === 'confirmed') {
    if (agentId !== null) live.publish(agentId, 'balance', 'payments', 'transactions')
    return
  }
  if (!isRefusalCode(outcome)) throw new Error(`confirm_payments returned an unknown outcome: ${outcome}`)
  if (agentId !== null && !replayed) {
    refusals.noteConfirmation({ agentId, transactionId, code: outcome })
    if (isGuess(outcome)) await noteGuess(limits, agentId, caller)
  }
  throw refusal(outcome, detail)
}

const REMEMBERED_AGENTS = 10_000

/** The last agent of each token. Puts the devices of an agent into one queue; it authorises nothing. */
function rememberAgents() {
  const agents = new Map<string, string>()
  return {
    of: (tokenHash: string) => agents.get(tokenHash) ?? tokenHash,
    note(tokenHash: string, agentId: string) {
      if (agents.size >= REMEMBERED_AGENTS) agents.clear()
      agents.set(tokenHash, agentId)
    },
  }
}

function noteSession({ agent_id, session_id, last_seen_at }: Answer, request: ConfirmRequest, sessions: Sessions) {
  if (agent_id === null || session_id === null || last_seen_at === null) return
  request.noteAgent(agent_id)
  sessions.noteUse(session_id, last_seen_at)
}

export function guessRules(limits: RateLimits) {
  const byAgent = limits.series('guess-account')
  const byAddress = limits.series('guess-address')
  return { series: byAgent.name, ofAgent: byAgent.points, ofAddress: byAddress.points, ofSite: byAddress.sitePoints }
}

const isGuess = (outcome: string) => outcome === 'transaction_not_found' || outcome === 'security_code_wrong'

const noteGuess = (limits: RateLimits, agentId: string, { ip }: Caller) =>
  Promise.all([limits.note('guess-account', agentId), limits.note('guess-address', ip)])

function toItem(
  { input, token, caller, idempotencyKey }: ConfirmRequest,
  { clock, limits, keyring, config: { isLocationTimeRequired } }: Services,
): ConfirmationRequest {
  const at = clock.now()
  const code = input.security_code || null
  const [byAddress, bySite] = limits.counters('guess-address', caller.ip)
  return {
    token_hash: hashToken(token),
    key: idempotencyKey,
    body_hash: keyring.hash(bodyText(input)),
    type: input.type,
    transaction_id: input.transaction_id,
    amount: input.amount.toString(),
    code_hash: code === null ? null : hashSecurityCode(keyring, input.transaction_id, code),
    ...toLocation(input, at, { isTimeRequired: isLocationTimeRequired }),
    accuracy_m: input.geo_accuracy ?? null,
    ip: caller.ip,
    at,
    event_id: uuidv7(),
    address_guesses: byAddress.key,
    site_guesses: bySite?.key ?? null,
  }
}

// The location is left out: the same confirmation, sent again a step further, is still the same.
export const bodyText = ({ type, transaction_id, amount, security_code }: ConfirmRequest['input']) =>
  `confirmation ${JSON.stringify([type, transaction_id, amount.toString(), security_code || null])}`

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
  /** Absent when the partner needs no event. */
  readonly event_id?: string
  readonly address_guesses?: string
  readonly site_guesses?: string | null
}

export interface ConfirmationItem extends ConfirmationBase {
  readonly agent_id: string
  readonly session_id?: string
  /** Of staff; 0 without an open one. */
  readonly shift_id?: number | null
}

/** From a caller whose token is checked by the same statement, before any other rule. */
interface ConfirmationRequest extends ConfirmationBase {
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

type Answer = RowOf<typeof answerColumns>

type SentLocation = Pick<ParsedInputOf<typeof confirmPayment>, 'geo_lat' | 'geo_lon' | 'geo_at'>

const MAX_WRONG_CODES = 5

const answerColumns = {
  ordinal: col.int4,
  /** Checked by the caller: an unknown outcome must not fail the whole group. */
  outcome: col.text,
  detail: col.json(z.record(z.string(), z.union([z.string(), z.number()]))),
  replayed: col.bool,
  /** Null when there is no session. */
  agent_id: col.nullable(col.uuid),
  session_id: col.nullable(col.uuid),
  last_seen_at: col.nullable(col.timestamptz),
}

export const MAX_LOCATION_AGE_S = 120

/** Checks a group of confirmations and moves the money of those that pass, in one statement. */
export async function confirmGroup(
  db: Queryable,
  items: readonly (ConfirmationItem | ConfirmationRequest)[],
  { lockMs, guesses }: GroupRules = {},
): Promise<Answer[]> {
  const batch = JSON.stringify(items.map((item, ordinal) => ({ ordinal, ...item })))
  const answers = await query(db, answerColumns)`
    select ordinal, outcome, detail, replayed, agent_id, session_id, last_seen_at
    from confirm_payments(
      ${batch}::jsonb, max_wrong_codes => ${MAX_WRONG_CODES}, max_age_s => ${MAX_LOCATION_AGE_S},
      lock_ms => ${lockMs ?? null}, guess_series => ${guesses?.series ?? null},
      max_agent_guesses => ${guesses?.ofAgent ?? null}, max_address_guesses => ${guesses?.ofAddress ?? null},
      max_site_guesses => ${guesses?.ofSite ?? null})`
  return answers.toSorted((one, other) => one.ordinal - other.ordinal)
}

/** Any age near it is refused, and it fits into an integer. */
const MOST_AHEAD_S = 1_000_000_000

/** The location that the agent sent, as `agent_refusal` takes it. */
export function toLocation(sent: SentLocation, at: Date, { isTimeRequired }: { isTimeRequired: boolean }) {
  const hasLocation = sent.geo_at != null || !isTimeRequired
  return {
    lat: hasLocation ? degrees(sent.geo_lat) : null,
    lon: hasLocation ? degrees(sent.geo_lon) : null,
    // Without a time the location counts as taken now, as the specified call has no time.
    age_s: sent.geo_at == null ? null : Math.max(toSeconds(at) - sent.geo_at, -MOST_AHEAD_S),
  }
}

const degrees = (text: string | null | undefined) => (text ? Number(text) : null)

/** Keyed, because a short code could be guessed from a plain hash; with the ID, so that equal codes have different hashes. */
export const hashSecurityCode = (keyring: Pick<Keyring, 'hash'>, transactionId: string, code: string) =>
  keyring.hash(`security code ${transactionId} ${code.toUpperCase()}`)
