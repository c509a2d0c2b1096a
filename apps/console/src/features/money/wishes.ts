import type { InputOf } from '@cashbox/contract'
import { type createMoneyRequest, type MoneyKind, moneyKinds } from '@cashbox/contract/operator'

export type WishField =
  | 'cash_id'
  | 'direction'
  | 'amount'
  | 'paid_to'
  | 'topup_id'
  | 'rate'
  | 'transaction_id'
  | 'reason'
/** Of one kind only its own fields are there. */
export type WishValues = Readonly<Record<WishField, string>>

const fieldsOf: Readonly<Record<MoneyKind, readonly WishField[]>> = {
  adjustment: ['cash_id', 'direction', 'amount', 'reason'],
  settlement: ['cash_id', 'amount', 'reason'],
  payout: ['cash_id', 'amount', 'paid_to', 'reason'],
  suspense_credit: ['topup_id', 'cash_id', 'rate', 'reason'],
  suspense_return: ['topup_id', 'reason'],
  reversal: ['transaction_id', 'reason'],
}

export const kindOf = (text: string | undefined): MoneyKind =>
  moneyKinds.find((known) => known === text) ?? 'adjustment'

/** The fields of a kind, filled with what the address says. */
export function firstValues(kind: MoneyKind, given: Partial<Record<WishField, string>>): WishValues {
  const first: Partial<Record<WishField, string>> = { direction: 'add', ...given }
  return Object.fromEntries(fieldsOf[kind].map((field) => [field, first[field] ?? ''])) as WishValues
}

/** "1 250,50" → "1250.50": as people write an amount. */
export const plainAmount = (typed: string): string => typed.replaceAll(/\s/g, '').replace(',', '.')

/** What the server is asked for. */
export function wishOf(kind: MoneyKind, id: string, values: WishValues): InputOf<typeof createMoneyRequest> {
  const asked = { id, reason: values.reason }
  const cash_id = (values.cash_id ?? '').trim()
  const amount = plainAmount(values.amount ?? '')
  if (kind === 'adjustment') {
    return { ...asked, kind, cash_id, amount: values.direction === 'take' ? `-${amount}` : amount }
  }
  if (kind === 'settlement') return { ...asked, kind, cash_id, ...(amount === '' ? {} : { amount }) }
  if (kind === 'payout') return { ...asked, kind, cash_id, amount, paid_to: values.paid_to }
  const topup_id = (values.topup_id ?? '').trim()
  if (kind === 'suspense_return') return { ...asked, kind, topup_id }
  if (kind === 'reversal') return { ...asked, kind, transaction_id: values.transaction_id }
  const rate = plainAmount(values.rate ?? '')
  return {
    ...asked,
    kind,
    topup_id,
    ...(cash_id === '' ? {} : { cash_id }),
    ...(rate === '' ? {} : { rate }),
  }
}
