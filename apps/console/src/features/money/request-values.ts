import type { InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'

/** The fields that a preview needs, and those that are needed only to send the request or may stay empty. */
const fieldsOf = {
  adjustment: [
    ['cash_id', 'amount'],
    ['direction', 'reason'],
  ],
  settlement: [['cash_id'], ['amount', 'reason']],
  payout: [
    ['cash_id', 'amount'],
    ['paid_to', 'reason'],
  ],
  topup_credit: [['topup_id'], ['cash_id', 'rate', 'reason']],
  topup_return: [['topup_id'], ['reason']],
  reversal: [['transaction_id'], ['reason']],
  partner_payment: [
    ['partner', 'currency_code', 'amount'],
    ['direction', 'paid_on', 'bank_reference', 'reason'],
  ],
  partner_payment_reversal: [['payment_id'], ['reason']],
} as const satisfies Readonly<Record<api.MoneyKind, readonly [readonly string[], readonly string[]]>>

export type RequestField = (typeof fieldsOf)[api.MoneyKind][0 | 1][number]

/** Only the fields of the request's kind are set. */
export type RequestValues = Readonly<Record<RequestField, string>>

/** What a request of that kind can't be sent without, if it has the field. */
const alwaysNeeded = ['paid_to', 'paid_on', 'bank_reference', 'reason'] as const

type NeededField = (typeof fieldsOf)[api.MoneyKind][0][number] | (typeof alwaysNeeded)[number]

type PreviewInput = InputOf<typeof api.previewMoneyRequest>

export const kindOf = (text: string | undefined): api.MoneyKind =>
  api.moneyKinds.find((known) => known === text) ?? 'adjustment'

export function firstValues(kind: api.MoneyKind, given: Partial<Record<RequestField, string>>): RequestValues {
  const direction = kind === 'partner_payment' ? 'in' : 'add'
  const first: Partial<Record<RequestField, string>> = { direction, ...given }
  return Object.fromEntries(fieldsOf[kind].flat().map((field) => [field, first[field] ?? ''])) as RequestValues
}

const isEmpty = (values: RequestValues, field: RequestField) => values[field]?.trim() === ''

export function missingFields(kind: api.MoneyKind, values: RequestValues): readonly NeededField[] {
  const needed: readonly NeededField[] = [...fieldsOf[kind][0], ...alwaysNeeded]
  return needed.filter((field) => isEmpty(values, field))
}

/** "1 250,50" → "1250.50" */
const plainAmount = (typed: string): string => typed.replaceAll(/\s/g, '').replace(',', '.')

/** Null while a field is missing. */
export function previewInput(kind: api.MoneyKind, values: RequestValues): PreviewInput | null {
  if (fieldsOf[kind][0].some((field) => isEmpty(values, field))) return null
  const cash_id = (values.cash_id ?? '').trim()
  const topup_id = (values.topup_id ?? '').trim()
  const amount = plainAmount(values.amount ?? '')
  if (kind === 'adjustment') return { kind, cash_id, amount: values.direction === 'take' ? `-${amount}` : amount }
  if (kind === 'settlement') return { kind, cash_id, ...(amount === '' ? {} : { amount }) }
  if (kind === 'payout') return { kind, cash_id, amount }
  if (kind === 'topup_return') return { kind, topup_id }
  if (kind === 'reversal') return { kind, transaction_id: values.transaction_id }
  if (kind === 'partner_payment_reversal') return { kind, payment_id: values.payment_id.trim() }
  if (kind === 'partner_payment') {
    const { partner, currency_code } = values
    return {
      kind,
      partner,
      currency_code,
      direction: values.direction === 'out' ? 'out' : 'in',
      amount,
      ...bankLine(values),
    }
  }
  const rate = plainAmount(values.rate ?? '')
  return { kind, topup_id, ...(cash_id === '' ? {} : { cash_id }), ...(rate === '' ? {} : { rate }) }
}

/** A preview works before they are typed. */
const bankLine = (values: RequestValues) => ({
  ...(isEmpty(values, 'paid_on') ? {} : { paid_on: values.paid_on }),
  ...(isEmpty(values, 'bank_reference') ? {} : { bank_reference: values.bank_reference.trim() }),
})

export function requestInput(
  kind: api.MoneyKind,
  id: string,
  values: RequestValues,
): InputOf<typeof api.createMoneyRequest> {
  const { reason, paid_to, paid_on, bank_reference } = values
  const input = previewInput(kind, values)
  if (!input) throw new Error('a request is sent before it is filled in')
  if (input.kind === 'payout') return { ...input, id, reason, paid_to }
  if (input.kind === 'partner_payment') return { ...input, id, reason, paid_on, bank_reference: bank_reference.trim() }
  return { ...input, id, reason }
}
