import type { InputOf } from '@cashbox/contract'
import {
  type createMoneyRequest,
  type MoneyKind,
  moneyKinds,
  type previewMoneyRequest,
} from '@cashbox/contract/operator'

export type RequestField =
  | 'cash_id'
  | 'direction'
  | 'amount'
  | 'paid_to'
  | 'topup_id'
  | 'rate'
  | 'transaction_id'
  | 'reason'

/** Only the fields of the request's kind are set. */
export type RequestValues = Readonly<Record<RequestField, string>>

const fieldsOf: Readonly<Record<MoneyKind, readonly RequestField[]>> = {
  adjustment: ['cash_id', 'direction', 'amount', 'reason'],
  settlement: ['cash_id', 'amount', 'reason'],
  payout: ['cash_id', 'amount', 'paid_to', 'reason'],
  topup_credit: ['topup_id', 'cash_id', 'rate', 'reason'],
  topup_return: ['topup_id', 'reason'],
  reversal: ['transaction_id', 'reason'],
}

/** Fields that a preview needs; the others are needed only to send the request. */
const previewFields = {
  adjustment: ['cash_id', 'amount'],
  settlement: ['cash_id'],
  payout: ['cash_id', 'amount'],
  topup_credit: ['topup_id'],
  topup_return: ['topup_id'],
  reversal: ['transaction_id'],
} as const satisfies Readonly<Record<MoneyKind, readonly RequestField[]>>

type NeededField = (typeof previewFields)[MoneyKind][number] | 'paid_to' | 'reason'

type PreviewInput = InputOf<typeof previewMoneyRequest>

export const kindOf = (text: string | undefined): MoneyKind =>
  moneyKinds.find((known) => known === text) ?? 'adjustment'

export function firstValues(kind: MoneyKind, given: Partial<Record<RequestField, string>>): RequestValues {
  const first: Partial<Record<RequestField, string>> = { direction: 'add', ...given }
  return Object.fromEntries(fieldsOf[kind].map((field) => [field, first[field] ?? ''])) as RequestValues
}

const isEmpty = (values: RequestValues, field: RequestField) => values[field]?.trim() === ''

export function missingFields(kind: MoneyKind, values: RequestValues): readonly NeededField[] {
  const needed: readonly NeededField[] = [...previewFields[kind], 'paid_to', 'reason']
  return needed.filter((field) => isEmpty(values, field))
}

/** "1 250,50" → "1250.50" */
const plainAmount = (typed: string): string => typed.replaceAll(/\s/g, '').replace(',', '.')

/** Null while a field is missing. */
export function previewInput(kind: MoneyKind, values: RequestValues): PreviewInput | null {
  if (previewFields[kind].some((field) => isEmpty(values, field))) return null
  const cash_id = (values.cash_id ?? '').trim()
  const topup_id = (values.topup_id ?? '').trim()
  const amount = plainAmount(values.amount ?? '')
  if (kind === 'adjustment') return { kind, cash_id, amount: values.direction === 'take' ? `-${amount}` : amount }
  if (kind === 'settlement') return { kind, cash_id, ...(amount === '' ? {} : { amount }) }
  if (kind === 'payout') return { kind, cash_id, amount }
  if (kind === 'topup_return') return { kind, topup_id }
  if (kind === 'reversal') return { kind, transaction_id: values.transaction_id }
  const rate = plainAmount(values.rate ?? '')
  return { kind, topup_id, ...(cash_id === '' ? {} : { cash_id }), ...(rate === '' ? {} : { rate }) }
}

export function requestInput(kind: MoneyKind, id: string, values: RequestValues): InputOf<typeof createMoneyRequest> {
  const { reason, paid_to } = values
  const input = previewInput(kind, values)
  if (!input) throw new Error('a request is sent before it is filled in')
  return input.kind === 'payout' ? { ...input, id, reason, paid_to } : { ...input, id, reason }
}
