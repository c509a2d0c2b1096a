import { parseMinor, type TransactionType } from '@cashbox/contract'
import type { Draft } from './confirmation-state.ts'

/** The values of the form, by the server's names. */
export type PaymentValues = Readonly<Record<'transaction_id' | 'amount' | 'security_code', string>>

/** What is sent for the values of the form. */
export const draftOf = (type: TransactionType, values: PaymentValues): Draft => ({
  type,
  transactionId: cleanTransactionId(values.transaction_id),
  amount: amountToSend(values.amount),
  securityCode: type === 'withdraw' ? values.security_code : '',
})

/** As the server reads it: people type IDs with spaces, dashes and small letters. */
export const cleanTransactionId = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

const SHORTEST = 4
/** The length of the IDs that the server makes. */
export const WHOLE_ID_LENGTH = 10

/**
 * Whether to ask the server about this ID. Half an ID is looked up only when the agent says that it is whole, by
 * leaving the field: every ID that does not exist counts as a guess, and an agent who guesses often has to wait.
 */
export const isWorthLookingUp = (id: string, { isLeft }: { isLeft: boolean }): boolean =>
  id.length >= (isLeft ? SHORTEST : WHOLE_ID_LENGTH)

/** Fields can hold "12." and ".5", which are no amounts yet but have a clear meaning. */
export function amountToSend(text: string): string {
  const whole = text.startsWith('.') ? `0${text}` : text
  return whole.endsWith('.') ? whole.slice(0, -1) : whole
}

/** An amount that can be repeated to the agent; null while there is none. */
export function amountToRepeat(text: string): string | null {
  const amount = amountToSend(text)
  const minor = parseMinor(amount)
  return minor !== null && minor > 0n ? amount : null
}
