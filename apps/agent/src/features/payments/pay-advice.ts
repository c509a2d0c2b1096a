import { type FoundTransaction, parseMinor, type TransactionType, type Verdict } from '@cashbox/contract'
import { canConfirm, type LookUp } from './look-up.ts'
import { amountToRepeat } from './payment-values.ts'

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
