import { asCallFailure } from '@cashbox/client/call-failure'
import { type FoundTransaction, parseMinor, type TransactionType, type Verdict } from '@cashbox/contract'
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

export type LookUp =
  | { readonly kind: 'none' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'found'
      readonly transaction: FoundTransaction
      readonly atMs: number
      /** False when the server could not be asked again. */
      readonly isChecked: boolean
    }
  /** There is something wrong with this transaction, in the server's words. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing is known of the transaction; the agent can go on without. */
  | { readonly kind: 'failed' }

/** The look-up finds transactions of both types, and those that this agent has confirmed. */
export const canConfirm = (type: TransactionType, transaction: FoundTransaction): boolean =>
  transaction.type === type && transaction.state === 'open'

export interface LookUpAnswer {
  readonly data: { readonly transaction: FoundTransaction } | undefined
  readonly error: Error | null
}

/**
 * Whether to have the server judge again without being asked: only what it has found open, and not after it refused. Each
 * question about an ID that does not exist counts as a guess.
 */
export const isWorthJudging = ({ data, error }: LookUpAnswer): boolean =>
  data?.transaction.state === 'open' && !(error && asCallFailure(error).kind === 'refused')

/** Why cash must not move yet. `other` is a reason that this app does not know. */
export type WhyNot =
  | 'no_id'
  | 'offline'
  | 'unchecked'
  | 'refused'
  | 'expired'
  | 'amount_differs'
  | 'limit_payment'
  | 'limit_day'
  | Exclude<NonNullable<Verdict['refusal']>, 'limit_exceeded'>
  | 'other'

/** What the agent is told about the cash: one thing at a time. */
export type Advice =
  | { readonly kind: 'take'; readonly amount: string }
  | { readonly kind: 'give'; readonly amount: string }
  | { readonly kind: 'checking' }
  | { readonly kind: 'stop'; readonly why: WhyNot; readonly amount?: string; readonly distanceM?: number }

interface Situation {
  readonly type: TransactionType
  readonly lookUp: LookUp
  /** As typed in the form. */
  readonly amount: string
  readonly isOnline: boolean
  readonly nowMs: number
}

/** A verdict that is older says nothing about now. */
const VALID_MS = 40_000

/** Cash may move only when the server has said so a moment ago and nothing on the screen contradicts it. */
export function payAdvice({ type, lookUp, amount, isOnline, nowMs }: Situation): Advice {
  if (!isOnline) return { kind: 'stop', why: 'offline' }
  if (lookUp.kind === 'none') return { kind: 'stop', why: 'no_id' }
  if (lookUp.kind === 'busy') return { kind: 'checking' }
  if (lookUp.kind === 'failed') return { kind: 'stop', why: 'unchecked' }
  if (lookUp.kind === 'refused') return { kind: 'stop', why: 'refused' }
  const { transaction, atMs, isChecked } = lookUp
  if (!canConfirm(type, transaction)) return { kind: 'stop', why: 'refused' }
  if (!isChecked) return { kind: 'stop', why: 'unchecked' }
  if (isExpired(transaction, atMs, nowMs)) return { kind: 'stop', why: 'expired' }
  // A clock that was set back says nothing about the age either.
  if (Math.abs(nowMs - atMs) > VALID_MS) return { kind: 'checking' }
  const typed = amountToRepeat(amount)
  if (typed !== null && parseMinor(typed) !== parseMinor(transaction.amount)) {
    return { kind: 'stop', why: 'amount_differs', amount: transaction.amount }
  }
  return adviceOf(type, transaction)
}

/** By the device's clock, where that agreed with the server when the answer came. */
const isExpired = ({ expires_at }: FoundTransaction, atMs: number, nowMs: number) =>
  expires_at * 1000 > atMs && expires_at * 1000 <= nowMs

function adviceOf(type: TransactionType, { amount, verdict }: FoundTransaction): Advice {
  if (!verdict) return { kind: 'stop', why: 'unchecked' }
  const { refusal, missing, limit, distance_m } = verdict
  switch (refusal) {
    case null:
      return { kind: type === 'deposit' ? 'take' : 'give', amount }
    case 'float_insufficient':
      return { kind: 'stop', why: refusal, amount: missing ?? amount }
    case 'limit_exceeded':
      return limit ? { kind: 'stop', why: `limit_${limit.period}`, amount: limit.left } : { kind: 'stop', why: 'other' }
    case 'geo_outside':
      return { kind: 'stop', why: refusal, distanceM: distance_m ?? 0 }
    case 'agent_not_active':
    case 'geo_missing':
    case 'geo_stale':
      return { kind: 'stop', why: refusal }
    default:
      return { kind: 'stop', why: 'other' }
  }
}
