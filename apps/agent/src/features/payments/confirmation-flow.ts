import { asCallFailure } from '@cashbox/client/call-failure'
import { type Observable, observable } from '@cashbox/client/observable'
import {
  type Attempt,
  type Confirmation,
  type ConfirmationEvent,
  checkDelayMs,
  type Draft,
  type Finding,
  isHeld,
  keyFor,
  next,
} from './confirmation.ts'

/** Everything a confirmation needs from outside. */
export interface Surroundings<Place> {
  readonly cashId: string
  locate(): Promise<Place>
  /** Throws a CallFailure when it was refused, or when nobody knows. */
  confirm(draft: Draft, key: string, place: Place): Promise<void>
  /** Asks the server what became of the transaction. */
  find(transactionId: string): Promise<Finding>
  keep(attempt: Attempt): void
  forget(): void
  newKey(): string
  onChange(state: Confirmation): void
}

export interface ConfirmationFlow {
  readonly state: Observable<Confirmation>
  readonly isChecking: Observable<boolean>
  submit(draft: Draft): void
  checkNow(): void
  networkIsBack(): void
  start(): void
  stop(): void
}

/** Carries a confirmation through its phases. The state changes at once, so a second press finds the door closed. */
export function createFlow<Place>(initial: Confirmation, outside: Surroundings<Place>): ConfirmationFlow {
  const state = observable(initial)
  const isChecking = observable(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function step(event: ConfirmationEvent) {
    const before = state.get()
    const after = next(before, event)
    if (after === before) return
    if (isHeld(before) && !isHeld(after)) outside.forget()
    state.set(after)
    if (before.phase !== after.phase) outside.onChange(after)
    scheduleCheck()
  }

  async function send(draft: Draft) {
    const current = state.get()
    const lost = current.phase === 'filling' ? current.lost : null
    step({ event: 'submit', draft })
    const place = await outside.locate()
    const { type, transactionId, amount } = draft
    const key = keyFor(draft, lost, outside.newKey)
    const attempt: Attempt = { key, type, transactionId, amount, cashId: outside.cashId, sentAtMs: Date.now() }
    outside.keep(attempt)
    step({ event: 'send', attempt })
    try {
      await outside.confirm(draft, key, place)
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
    const finding = await outside.find(current.attempt.transactionId)
    isChecking.set(false)
    step({ event: 'checked', finding, atMs: Date.now() })
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
      if (state.get().phase === 'filling') void send(draft)
    },
    checkNow: () => void check(),
    networkIsBack() {
      step({ event: 'network-back' })
      void check()
    },
    start() {
      isStopped = false
      scheduleCheck()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
