import { asCallFailure } from '@cashbox/client/call-failure'
import { type Observable, observable } from '@cashbox/client/observable'
import type { Position } from '../../platform/location/location.ts'
import {
  type Attempt,
  type ConfirmationEvent,
  type ConfirmationState,
  checkDelayMs,
  type Draft,
  isHeld,
  keyFor,
  next,
  type Outcome,
} from './confirmation-state.ts'

export interface ConfirmationServices {
  readonly cashId: string
  /** Null where the device gives no position: the server decides. */
  locate(): Promise<Position | null>
  /** Throws a CallFailure when it was refused, or when its outcome is unknown. */
  send(draft: Draft, key: string, position: Position | null): Promise<void>
  askOutcome(attempt: Attempt): Promise<Outcome>
  keep(attempt: Attempt): void
  forget(): void
  newKey(): string
  onPhase(state: ConfirmationState): void
}

export interface Confirmation {
  readonly state: Observable<ConfirmationState>
  readonly isChecking: Observable<boolean>
  submit(draft: Draft): void
  checkNow(): void
  /** The agent knows the outcome from support. */
  clear(): void
  networkIsBack(): void
  startChecks(): void
  stopChecks(): void
}

/** The state changes synchronously, so that a second press does nothing. */
export function createConfirmation(initial: ConfirmationState, services: ConfirmationServices): Confirmation {
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
    const position = await services.locate()
    const { type, transactionId, amount, byPlayer = false } = draft
    const key = keyFor(draft, lost, services.newKey)
    const sent = { key, type, transactionId, amount, cashId: services.cashId, sentAtMs: Date.now() }
    const attempt: Attempt = byPlayer ? { ...sent, byPlayer } : sent
    services.keep(attempt)
    step({ event: 'send', attempt })
    try {
      await services.send(draft, key, position)
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
    submit(draft) {
      if (state.get().phase === 'filling') void confirm(draft)
    },
    checkNow: () => void check(),
    clear: () => step({ event: 'cleared' }),
    networkIsBack() {
      step({ event: 'network-back' })
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
