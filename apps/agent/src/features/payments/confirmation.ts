import { asCallFailure, type CallFailure } from '@cashbox/client/call-failure'
import { observable } from '@cashbox/client/observable'
import { type FoundTransaction, type RefusalCode, type TransactionType, transactionTypes } from '@cashbox/contract'
import type { AgentLocation } from '../../platform/location/location.ts'

/**
 * The outcome of a confirmation by a look-up. `unconfirmed`: our request may still arrive. `closed`: our request can't
 * confirm it any more. `unknown`: no answer, or an unclear one.
 */
export type Outcome =
  | { readonly kind: 'confirmed'; readonly finishedAt: number }
  | { readonly kind: 'unconfirmed' | 'closed' | 'unknown' }

/** The server says `confirmed` only to the agent who confirmed it. */
export function outcomeOf({ state, finished_at }: FoundTransaction, nowMs: number): Outcome {
  if (state === 'open') return { kind: 'unconfirmed' }
  return { kind: 'confirmed', finishedAt: finished_at ?? Math.floor(nowMs / 1000) }
}

/** After these, an earlier request can't confirm the transaction any more. */
const CLOSED: readonly RefusalCode[] = [
  'transaction_not_found',
  'transaction_cancelled',
  'transaction_already_confirmed',
  'transaction_locked',
]
/** A request sent in time may still be processed. */
const EXPIRED: RefusalCode = 'transaction_expired'

/** A deposit by player ID opens its transaction when it arrives, so one that is not found may still come. */
export function outcomeOfFailure({ kind, code }: CallFailure, { byPlayer }: Pick<Attempt, 'byPlayer'> = {}): Outcome {
  if (kind !== 'refused') return { kind: 'unknown' }
  if (code === EXPIRED || (byPlayer && code === 'transaction_not_found')) return { kind: 'unconfirmed' }
  return { kind: CLOSED.some((closed) => closed === code) ? 'closed' : 'unknown' }
}

export interface Draft {
  readonly type: TransactionType
  readonly transactionId: string
  readonly amount: string
  readonly securityCode: string
  /** A deposit without a transaction ID: `transactionId` is that of the player check. */
  readonly byPlayer?: boolean
}

/** Stored on the device until there is an answer, so without the security code. */
export interface Attempt extends Omit<Draft, 'securityCode'> {
  readonly key: string
  readonly cashId: string
  readonly sentAtMs: number
}

/** Stored data may come from an older version of the app. */
export function parseAttempt(text: string | null): Attempt | null {
  try {
    const { key, type, transactionId, amount, cashId, sentAtMs, byPlayer } = JSON.parse(text ?? '') as Partial<Attempt>
    const isComplete = [key, transactionId, amount, cashId].every((part) => typeof part === 'string')
    if (!transactionTypes.some((one) => one === type) || !isComplete || typeof sentAtMs !== 'number') return null
    const attempt = { key, type, transactionId, amount, cashId, sentAtMs } as Attempt
    return byPlayer === true ? { ...attempt, byPlayer } : attempt
  } catch {
    return null
  }
}

/** Sent without an answer, and not confirmed when asked. It may still arrive. */
interface Lost {
  readonly attempt: Attempt
  /** Null after a restart. */
  readonly draft: Draft | null
}

interface Sending {
  readonly phase: 'sending'
  readonly draft: Draft
  readonly attempt: Attempt
  readonly lost: Lost | null
}

export interface Unsure extends Lost {
  readonly phase: 'unsure'
  readonly checks: number
  /** In a row, without an unknown outcome between. */
  readonly timesUnconfirmed: number
  readonly isOverdue: boolean
}

export interface Done {
  readonly phase: 'done'
  readonly attempt: Attempt
  readonly finishedAt: number
  /** The answer was lost; a look-up showed the confirmation. */
  readonly wasUnsure: boolean
}

export type ConfirmationState =
  | { readonly phase: 'filling'; readonly failure: CallFailure | null; readonly lost: Lost | null }
  | { readonly phase: 'locating'; readonly draft: Draft; readonly lost: Lost | null }
  | Sending
  | Unsure
  | Done

export type ConfirmationEvent =
  | { readonly event: 'submit'; readonly draft: Draft }
  | { readonly event: 'send'; readonly attempt: Attempt }
  | { readonly event: 'confirmed'; readonly finishedAt: number }
  | { readonly event: 'failed'; readonly failure: CallFailure }
  | { readonly event: 'checked'; readonly outcome: Outcome; readonly atMs: number }
  | { readonly event: 'connection-back' }
  | { readonly event: 'cleared' }

/** A request may still be in transit for this long. */
const SETTLE_MS = 10_000
const ENOUGH_TIMES = 2
const OVERDUE_MS = 120_000
const AGAIN_MS = 2000
const CHECK_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]

export const empty: ConfirmationState = { phase: 'filling', failure: null, lost: null }

export const resumed = (attempt: Attempt): ConfirmationState => unsure({ attempt, draft: null })

const unsure = (lost: Lost): ConfirmationState => ({
  phase: 'unsure',
  ...lost,
  checks: 0,
  timesUnconfirmed: 0,
  isOverdue: false,
})

/** Events that don't fit the phase are ignored: a second press, a late answer. */
export function next(state: ConfirmationState, event: ConfirmationEvent): ConfirmationState {
  if (state.phase === 'filling' && event.event === 'submit') {
    return { phase: 'locating', draft: event.draft, lost: state.lost }
  }
  if (state.phase === 'locating' && event.event === 'send') {
    return { ...state, phase: 'sending', attempt: event.attempt }
  }
  if (state.phase === 'sending' && event.event === 'confirmed') {
    return { phase: 'done', attempt: state.attempt, finishedAt: event.finishedAt, wasUnsure: false }
  }
  if (state.phase === 'sending' && event.event === 'failed') return afterFailure(state, event.failure)
  if (state.phase === 'unsure' && event.event === 'checked') return afterCheck(state, event.outcome, event.atMs)
  // The first calls after reconnecting often fail: restart with short delays.
  if (state.phase === 'unsure' && event.event === 'connection-back') return { ...state, checks: 0 }
  if (state.phase === 'unsure' && event.event === 'cleared' && state.isOverdue) return empty
  return state
}

function afterFailure({ attempt, draft, lost }: Sending, failure: CallFailure): ConfirmationState {
  if (failure.isOutcomeUnknown) return unsure({ attempt, draft })
  // Perhaps confirmed by our own lost request: ask the server.
  const mayBeOurs = lost?.attempt.transactionId === attempt.transactionId
  if (mayBeOurs && failure.code === 'transaction_already_confirmed') return unsure({ attempt, draft })
  return { phase: 'filling', failure, lost: null }
}

function afterCheck(state: Unsure, outcome: Outcome, atMs: number): ConfirmationState {
  const { attempt, draft } = state
  if (outcome.kind === 'confirmed') {
    return { phase: 'done', attempt, finishedAt: outcome.finishedAt, wasUnsure: true }
  }
  const notThrough: ConfirmationState = { phase: 'filling', failure: null, lost: { attempt, draft } }
  if (outcome.kind === 'closed') return notThrough
  // The phone's clock may have been set back.
  const waitedMs = Math.abs(atMs - attempt.sentAtMs)
  const timesUnconfirmed = outcome.kind === 'unconfirmed' ? state.timesUnconfirmed + 1 : 0
  if (timesUnconfirmed >= ENOUGH_TIMES && waitedMs >= SETTLE_MS) return notThrough
  return { ...state, timesUnconfirmed, checks: state.checks + 1, isOverdue: waitedMs >= OVERDUE_MS }
}

/** Growing delays, but no longer than needed when the next answer can settle it. */
export function checkDelayMs({ checks, timesUnconfirmed, attempt }: Unsure, nowMs: number): number {
  const usual = CHECK_DELAYS_MS[Math.min(checks, CHECK_DELAYS_MS.length - 1)] ?? 0
  if (timesUnconfirmed === 0) return usual
  return Math.min(usual, Math.max(attempt.sentAtMs + SETTLE_MS - nowMs, AGAIN_MS))
}

/** A lost request keeps its idempotency key, so that it counts once. After a refusal a new key is needed. */
export function keyFor(draft: Draft, lost: Lost | null, newKey: () => string): string {
  return lost?.draft && isSame(lost.draft, draft) ? lost.attempt.key : newKey()
}

const isSame = (a: Draft, b: Draft) =>
  a.type === b.type && a.transactionId === b.transactionId && a.amount === b.amount && a.securityCode === b.securityCode

/** The form can't be closed or changed while the outcome is unknown. */
export const isHeld = ({ phase }: ConfirmationState): boolean =>
  phase === 'locating' || phase === 'sending' || phase === 'unsure'

export interface ConfirmationServices {
  readonly cashId: string
  /** Null where the device gives no location: the server decides. */
  locate(): Promise<AgentLocation | null>
  /** Throws a CallFailure when it was refused, or when its outcome is unknown. */
  send(draft: Draft, key: string, location: AgentLocation | null): Promise<void>
  askOutcome(attempt: Attempt): Promise<Outcome>
  keep(attempt: Attempt): void
  forget(): void
  newKey(): string
  onPhase(state: ConfirmationState): void
}

export type Confirmation = ReturnType<typeof createConfirmation>

/** The state changes synchronously, so that a second press does nothing. */
export function createConfirmation(initial: ConfirmationState, services: ConfirmationServices) {
  const state = observable(initial)
  const isChecking = observable(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function step(event: ConfirmationEvent) {
    const before = state.get()
    const after = next(before, event)
    if (after === before) return
    if (isHeld(before) && !isHeld(after)) services.forget()
    state.set(after)
    if (before.phase !== after.phase) services.onPhase(after)
    scheduleCheck()
  }

  async function confirm(draft: Draft) {
    const current = state.get()
    const lost = current.phase === 'filling' ? current.lost : null
    step({ event: 'submit', draft })
    const location = await services.locate().catch(() => null)
    const { securityCode: _, ...sent } = draft
    const key = keyFor(draft, lost, services.newKey)
    const attempt: Attempt = { ...sent, key, cashId: services.cashId, sentAtMs: Date.now() }
    services.keep(attempt)
    step({ event: 'send', attempt })
    try {
      await services.send(draft, key, location)
      step({ event: 'confirmed', finishedAt: Math.floor(Date.now() / 1000) })
    } catch (error) {
      step({ event: 'failed', failure: asCallFailure(error) })
    }
  }

  async function check() {
    clearTimeout(timer)
    const current = state.get()
    if (current.phase !== 'unsure' || isChecking.get()) return
    isChecking.set(true)
    const outcome = await services.askOutcome(current.attempt)
    isChecking.set(false)
    step({ event: 'checked', outcome, atMs: Date.now() })
  }

  function scheduleCheck() {
    clearTimeout(timer)
    const current = state.get()
    if (isStopped || current.phase !== 'unsure') return
    timer = setTimeout(() => void check(), checkDelayMs(current, Date.now()))
  }

  return {
    state,
    isChecking,
    submit(draft: Draft): void {
      if (state.get().phase === 'filling') void confirm(draft)
    },
    checkNow: () => void check(),
    /** The agent knows the outcome from support. */
    clear: () => step({ event: 'cleared' }),
    networkIsBack() {
      step({ event: 'connection-back' })
      void check()
    },
    startChecks() {
      isStopped = false
      scheduleCheck()
    },
    stopChecks() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
