import { asCallFailure } from '@cashbox/client/call-failure'
import { newKey } from '@cashbox/client/new-key'
import { forget, readStored, store } from '@cashbox/client/storage'
import { confirmPayment, depositForPlayer, listHistory, lookUpTransaction, type User } from '@cashbox/contract'
import { type AgentCallOptions, call, textOf } from '../../platform/call.ts'
import { emit } from '../../platform/events.ts'
import { type AgentLocation, coordinateText, locationWithin } from '../../platform/location/location.ts'
import { storageKeys } from '../../platform/session/session.ts'
import { reloadUser } from '../../platform/session/user.ts'
import { isSoundOn, playSignal, prepareSignals } from '../../platform/sound.ts'
import { toastIfNoField } from '../../platform/toasts.ts'
import {
  type Attempt,
  type ConfirmationServices,
  type ConfirmationState,
  type Draft,
  type Outcome,
  outcomeOf,
  outcomeOfFailure,
  parseAttempt,
} from './confirmation.ts'
import { cleanTransactionId } from './payment-rules.ts'

/** The device may never answer: the server then decides by the last location. */
const LOCATE_MS = 25_000

export const confirmationServices = (user: User): ConfirmationServices => ({
  cashId: user.cash_id,
  locate: () => (user.is_demo ? Promise.resolve(null) : locationWithin(LOCATE_MS)),
  send: sendConfirmation,
  askOutcome,
  // Before sending, so that a closed page doesn't lose an unanswered confirmation.
  keep: (attempt) => store(storageKeys.unsurePayment, JSON.stringify(attempt)),
  forget: () => forget(storageKeys.unsurePayment),
  newKey,
  onPhase: announce,
})

/** The confirmation of this agent that has no answer yet. */
export function unansweredAttempt({ cash_id }: User): Attempt | null {
  const attempt = parseAttempt(readStored(storageKeys.unsurePayment))
  return attempt?.cashId === cash_id ? attempt : null
}

async function sendConfirmation(draft: Draft, key: string, location: AgentLocation | null): Promise<void> {
  const { type, transactionId, amount, securityCode, byPlayer } = draft
  const options = { idempotencyKey: key, ignore403: true }
  if (byPlayer) {
    await call(depositForPlayer, { check_id: transactionId, amount, ...locationFields(location) }, options)
    return
  }
  await call(
    confirmPayment,
    {
      type,
      transaction_id: transactionId,
      amount,
      ...(type === 'withdraw' ? { security_code: securityCode } : {}),
      ...locationFields(location),
    },
    options,
  )
}

/** Without a location the strings are empty, and the server decides. */
export function locationFields(location: AgentLocation | null) {
  if (!location) return { geo_lat: '', geo_lon: '' }
  return {
    geo_lat: coordinateText(location.latitude),
    geo_lon: coordinateText(location.longitude),
    geo_accuracy: location.accuracyM,
    geo_at: Math.floor(location.takenAtMs / 1000),
  }
}

const ASK_TIMEOUT_MS = 10_000

async function askOutcome(attempt: Attempt): Promise<Outcome> {
  const options = { ignoreErrors: true, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) }
  try {
    const { transaction } = await call(lookUpTransaction, { transaction_id: attempt.transactionId }, options)
    return outcomeOf(transaction, Date.now())
  } catch (error) {
    const failure = asCallFailure(error)
    if (!failure.isMissingCall) return outcomeOfFailure(failure, attempt)
    return findInHistory(attempt, options).catch(() => ({ kind: 'unknown' }))
  }
}

const HOUR_S = 3600
const PAGE = 10
const MOST = 1000

/** Without a look-up. A transaction that is not in the history may still be on its way there. */
async function findInHistory({ transactionId, type, sentAtMs }: Attempt, options: AgentCallOptions): Promise<Outcome> {
  // An hour more on both sides: the clocks may differ.
  const period = {
    from: String(Math.floor(sentAtMs / 1000) - HOUR_S),
    to: String(Math.floor(Date.now() / 1000) + HOUR_S),
  }
  for (let offset = 0; offset < MOST; offset += PAGE) {
    const { list } = await call(listHistory, { ...period, type, limit: String(PAGE), offset: String(offset) }, options)
    const found = list.find(
      (item) => cleanTransactionId(textOf(item.transaction_id)) === cleanTransactionId(transactionId),
    )
    if (found) return { kind: 'confirmed', finishedAt: found.finished_at }
    if (list.length < PAGE) break
  }
  return { kind: 'unknown' }
}

const FORBIDDEN = 403

function announce(state: ConfirmationState) {
  // Still within the press, as browsers require for sound.
  if (state.phase === 'locating' && isSoundOn()) prepareSignals()
  if (state.phase === 'done') {
    if (isSoundOn()) playSignal('success')
    void reloadUser()
    emit('payments')
  }
  if (state.phase === 'filling' && state.failure) {
    if (isSoundOn()) playSignal('refusal')
    for (const [about, [text]] of Object.entries(state.failure.errors))
      if (text !== undefined) toastIfNoField(about, text)
    // The agent's status has changed.
    if (state.failure.status === FORBIDDEN) void reloadUser()
  }
}
