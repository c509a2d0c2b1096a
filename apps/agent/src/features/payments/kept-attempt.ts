import { forget, readStored, store } from '@cashbox/client/storage'
import { transactionTypes } from '@cashbox/contract'
import { storageKeys } from '../../platform/session/storage.ts'
import type { Attempt } from './confirmation-state.ts'

/** Kept before it is sent: if this page is closed, the next one knows that an answer is missing. */
export const keepAttempt = (attempt: Attempt): void => store(storageKeys.unsurePayment, JSON.stringify(attempt))

export const forgetAttempt = (): void => forget(storageKeys.unsurePayment)

/** The confirmation of this agent that still lacks an answer. */
export function readKeptAttempt(cashId: string): Attempt | null {
  const attempt = parseAttempt(readStored(storageKeys.unsurePayment))
  return attempt?.cashId === cashId ? attempt : null
}

/** What was stored may be anything: an older version of the app may have written it. */
export function parseAttempt(text: string | null): Attempt | null {
  try {
    const { key, type, transactionId, amount, cashId, sentAtMs } = JSON.parse(text ?? '') as Partial<Attempt>
    const known = transactionTypes.find((one) => one === type)
    const isComplete = [key, transactionId, amount, cashId].every((part) => typeof part === 'string')
    if (!known || !isComplete || typeof sentAtMs !== 'number') return null
    return { key, type: known, transactionId, amount, cashId, sentAtMs } as Attempt
  } catch {
    return null
  }
}
