import { forget, readStored, store } from '@cashbox/client/storage'
import { transactionTypes } from '@cashbox/contract'
import { storageKeys } from '../../platform/session/session.ts'
import type { Attempt } from './confirmation-state.ts'

/** Stored before sending, so that a closed page doesn't lose an unanswered confirmation. */
export const storeAttempt = (attempt: Attempt): void => store(storageKeys.unsurePayment, JSON.stringify(attempt))

export const forgetAttempt = (): void => forget(storageKeys.unsurePayment)

export function readStoredAttempt(cashId: string): Attempt | null {
  const attempt = parseAttempt(readStored(storageKeys.unsurePayment))
  return attempt?.cashId === cashId ? attempt : null
}

/** Stored data may come from an older version of the app. */
export function parseAttempt(text: string | null): Attempt | null {
  try {
    const { key, type, transactionId, amount, cashId, sentAtMs, byPlayer } = JSON.parse(text ?? '') as Partial<Attempt>
    const known = transactionTypes.find((one) => one === type)
    const isComplete = [key, transactionId, amount, cashId].every((part) => typeof part === 'string')
    if (!known || !isComplete || typeof sentAtMs !== 'number') return null
    const attempt = { key, type: known, transactionId, amount, cashId, sentAtMs } as Attempt
    return byPlayer === true ? { ...attempt, byPlayer } : attempt
  } catch {
    return null
  }
}
