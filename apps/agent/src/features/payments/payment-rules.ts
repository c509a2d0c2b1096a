import { asCallFailure } from '@cashbox/client/call-failure'
import { agentRefusals, type FoundTransaction, parseMinor, type TransactionType, type Verdict } from '@cashbox/contract'
import { plainAmount } from '../../platform/plain-amount.ts'
import type { Draft } from './confirmation.ts'

/** The values of the form, by the server's names. */
export type PaymentValues = Readonly<Record<'transaction_id' | 'amount' | 'security_code', string>>

export const draftOf = (type: TransactionType, values: PaymentValues): Draft => ({
  type,
  transactionId: values.transaction_id.trim(),
  amount: plainAmount(values.amount),
  securityCode: type === 'withdraw' ? values.security_code : '',
})

/** To compare IDs as our server does: no spaces or dashes, upper case. They are sent as typed. */
export const cleanTransactionId = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

const SHORTEST = 4
/** The length of the IDs that the server makes. */
export const WHOLE_ID_LENGTH = 10

/** Short IDs are looked up only when the agent leaves the field: look-ups of unknown IDs are rate limited. */
export const isWorthLookingUp = (id: string, { isLeft }: { isLeft: boolean }): boolean =>
  id.length >= (isLeft ? SHORTEST : WHOLE_ID_LENGTH)

export function amountToRepeat(text: string): string | null {
  const amount = plainAmount(text)
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
      /** False when the last refetch failed. */
      readonly isChecked: boolean
    }
  /** The server's text about what is wrong with the transaction. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The look-up failed; the agent can go on without. */
  | { readonly kind: 'failed' }

/** The look-up also finds the other type and this agent's confirmed transactions. */
export const canConfirm = (type: TransactionType, transaction: FoundTransaction): boolean =>
  transaction.type === type && transaction.state === 'open'

export interface LookUpAnswer {
  readonly data: { readonly transaction: FoundTransaction } | null | undefined
  readonly error: Error | null
}

/** Refetch only open transactions, and not after a refusal: look-ups of unknown IDs are rate limited. */
export const isWorthJudging = ({ data, error }: LookUpAnswer): boolean =>
  data?.transaction.state === 'open' && !(error && asCallFailure(error).kind === 'refused')

/** Why cash must not move yet. `other`: a reason unknown to this app. */
export type WhyNot =
  | 'offline'
  | 'unchecked'
  | 'refused'
  | 'expired'
  | 'code_wrong'
  | 'amount_differs'
  | 'limit_payment'
  | 'limit_day'
  | Exclude<NonNullable<Verdict['refusal']>, 'limit_exceeded'>
  | 'other'

export type Advice =
  | { readonly kind: 'take'; readonly amount: string }
  | { readonly kind: 'give'; readonly amount: string }
  | { readonly kind: 'checking' }
  | { readonly kind: 'stop'; readonly why: WhyNot; readonly amount?: string; readonly distanceM?: number }

interface Situation {
  readonly type: TransactionType
  readonly lookUp: LookUp
  readonly amount: string
  /** The last code was refused, and no other has been typed. */
  readonly isCodeWrong?: boolean
  readonly isOnline: boolean
  readonly nowMs: number
}

/** Older verdicts don't count. */
const VALID_MS = 40_000

/** Cash may move only after a recent verdict that the form doesn't contradict. Null without an ID or a verdict. */
export function payAdvice({ type, lookUp, amount, isCodeWrong = false, isOnline, nowMs }: Situation): Advice | null {
  if (!isOnline) return { kind: 'stop', why: 'offline' }
  if (lookUp.kind === 'none') return null
  if (lookUp.kind === 'busy') return { kind: 'checking' }
  if (lookUp.kind === 'failed') return { kind: 'stop', why: 'unchecked' }
  if (lookUp.kind === 'refused') return { kind: 'stop', why: 'refused' }
  const { transaction, atMs, isChecked } = lookUp
  if (!canConfirm(type, transaction)) return { kind: 'stop', why: 'refused' }
  if (!isChecked) return { kind: 'stop', why: 'unchecked' }
  if (isExpired(transaction, atMs, nowMs)) return { kind: 'stop', why: 'expired' }
  // `abs`: the clock may have been set back.
  if (Math.abs(nowMs - atMs) > VALID_MS) return { kind: 'checking' }
  const typed = amountToRepeat(amount)
  if (typed !== null && parseMinor(typed) !== parseMinor(transaction.amount)) {
    return { kind: 'stop', why: 'amount_differs', amount: transaction.amount }
  }
  if (isCodeWrong) return { kind: 'stop', why: 'code_wrong' }
  return adviceOf(type, transaction)
}

/** Reasons that asking again, or someone else, may have removed: the server is then asked. Others are certain. */
export const isOpenToTry = (advice: Advice | null): boolean =>
  advice?.kind === 'checking' || (advice?.kind === 'stop' && advice.why !== 'refused' && advice.why !== 'code_wrong')

/** By the device's clock, unless it disagreed with the server at the time of the answer. */
const isExpired = ({ expires_at }: FoundTransaction, atMs: number, nowMs: number) =>
  expires_at * 1000 > atMs && expires_at * 1000 <= nowMs

function adviceOf(type: TransactionType, { amount, verdict }: FoundTransaction): Advice | null {
  if (!verdict) return null
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
    default:
      // A newer server may know more refusals than this app.
      return { kind: 'stop', why: agentRefusals.includes(refusal) ? refusal : 'other' }
  }
}
