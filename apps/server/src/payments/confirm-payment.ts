import { type confirmPayment, isRefusalCode, type ParsedInputOf } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import type { Sessions } from '../access/sessions.ts'
import { isLockedOut, isRefusedByDatabase, retrying } from '../platform/database/database.ts'
import { type GroupRun, groupedInLanes } from '../platform/database/group.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { type Answer, type ConfirmationRequest, confirmGroup, hashSecurityCode, toPosition } from './confirm-group.ts'
import type { RefusalCounter } from './count-refusals.ts'

/** How long a statement waits for a locked row: in a group, where all others wait with it, and alone. */
const TOGETHER_LOCK_MS = 50
const ALONE_LOCK_MS = 5_000

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

/**
 * Checks a confirmation together with others that arrive at the same time; the same statement authenticates the caller.
 * Resolves once the payment is on disk.
 */
export function createConfirmPayment(services: Services, { sessions, refusals }: Confirming) {
  const { db, limits, metrics, live, config } = services
  const guesses = guessRules(limits)
  const confirmTogether = (requests: ConfirmationRequest[], { mayWait }: GroupRun) => {
    metrics.groupSize.observe(requests.length)
    const lockMs = mayWait ? ALONE_LOCK_MS : TOGETHER_LOCK_MS
    return retrying(() => confirmGroup(db, requests, { lockMs, guesses }))
  }
  const lanes = rememberLanes()
  const confirm = groupedInLanes(confirmTogether, {
    groupsAtOnce: config.confirmationLanes,
    isItemFault: isRefusedByDatabase,
    laneOf: ({ token_hash }) => lanes.of(token_hash),
    isHeldUp: isLockedOut,
  })

  return async (request: ConfirmRequest): Promise<Record<string, never>> => {
    const item = toItem(request, services)
    const answer = await confirm(item)
    const { outcome, detail, replayed, agent_id } = answer
    noteSession(answer, request, sessions)
    if (agent_id !== null) lanes.note(item.token_hash, agent_id)
    metrics.confirmations.inc({ outcome: replayed ? 'replayed' : outcome })
    if (replayed) request.markReplayed()
    if (outcome === 'confirmed') {
      if (agent_id !== null) live.publish(agent_id, 'balance', 'payments', 'transactions')
      return {}
    }
    if (!isRefusalCode(outcome)) throw new Error(`confirm_payments returned an unknown outcome: ${outcome}`)
    if (agent_id !== null && !replayed) {
      refusals.noteConfirmation({ agentId: agent_id, transactionId: item.transaction_id, code: outcome })
    }
    if (agent_id !== null && isGuess(outcome) && !replayed) await noteGuess(limits, agent_id, request)
    throw refusal(outcome, detail)
  }
}

const REMEMBERED_LANES = 10_000

/**
 * The agent that each token last belonged to. Only used to put two devices of one agent into the same lane, so that they
 * don't wait for each other's lock; authorisation is checked each time.
 */
function rememberLanes() {
  const agents = new Map<string, string>()
  return {
    of: (tokenHash: string) => agents.get(tokenHash) ?? tokenHash,
    note(tokenHash: string, agentId: string) {
      if (agents.size >= REMEMBERED_LANES) agents.clear()
      agents.set(tokenHash, agentId)
    },
  }
}

function noteSession({ agent_id, session_id, last_seen_at }: Answer, request: ConfirmRequest, sessions: Sessions) {
  if (agent_id === null || session_id === null || last_seen_at === null) return
  request.noteAgent(agent_id)
  sessions.noteUse(session_id, last_seen_at)
}

function guessRules(limits: RateLimits) {
  const byAgent = limits.series('guess-account')
  const byAddress = limits.series('guess-address')
  return { series: byAgent.name, ofAgent: byAgent.points, ofAddress: byAddress.points, ofSite: byAddress.sitePoints }
}

const isGuess = (outcome: string) => outcome === 'transaction_not_found' || outcome === 'security_code_wrong'

const noteGuess = (limits: RateLimits, agentId: string, { caller }: ConfirmRequest) =>
  Promise.all([limits.note('guess-account', agentId), limits.note('guess-address', caller.ip)])

function toItem(
  { input, token, caller, idempotencyKey }: ConfirmRequest,
  { clock, limits, keyring, config: { isPositionTimeRequired } }: Services,
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
    ...toPosition(input, at, { isTimeRequired: isPositionTimeRequired }),
    accuracy_m: input.geo_accuracy ?? null,
    ip: caller.ip,
    at,
    event_id: uuidv7(),
    address_guesses: byAddress.key,
    site_guesses: bySite?.key ?? null,
  }
}

// The position is left out: the same confirmation, sent again a step further, is still the same.
export const bodyText = ({ type, transaction_id, amount, security_code }: ConfirmRequest['input']) =>
  `confirmation ${JSON.stringify([type, transaction_id, amount.toString(), security_code || null])}`
