import type { InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'

/** The fields of each kind, in their order in the form. */
export const fieldsOf = {
  adjustment: ['cash_id', 'direction', 'amount', 'reason'],
  commission_credit: ['cash_id', 'amount', 'reason'],
  payout: ['cash_id', 'amount', 'paid_to', 'reason'],
  topup_credit: ['topup_id', 'cash_id', 'rate', 'reason'],
  topup_return: ['topup_id', 'reason'],
  reversal: ['transaction_id', 'reason'],
  partner_payment: ['partner', 'direction', 'currency_code', 'amount', 'paid_on', 'bank_reference', 'reason'],
  partner_payment_reversal: ['payment_id', 'reason'],
} as const satisfies Readonly<Record<api.MoneyKind, readonly string[]>>

export type RequestField = (typeof fieldsOf)[api.MoneyKind][number]

/** Only the fields of the request's kind are set. */
export type RequestValues = Readonly<Record<RequestField, string>>

/** What may stay empty. */
const optionalFields: Partial<Record<api.MoneyKind, readonly RequestField[]>> = {
  commission_credit: ['amount'],
  topup_credit: ['cash_id', 'rate'],
}

/** A preview works before they are typed: they do not move money. */
const words: ReadonlySet<RequestField> = new Set(['paid_to', 'paid_on', 'bank_reference', 'reason'])

type PreviewInput = InputOf<typeof api.previewMoneyRequest>

export const kindOf = (text: string | undefined): api.MoneyKind =>
  api.moneyKinds.find((known) => known === text) ?? 'adjustment'

export function firstValues(kind: api.MoneyKind, given: Partial<Record<RequestField, string>>): RequestValues {
  const direction = kind === 'partner_payment' ? 'in' : 'add'
  const first: Partial<Record<RequestField, string>> = { direction, ...given }
  return Object.fromEntries(fieldsOf[kind].map((field) => [field, first[field] ?? ''])) as RequestValues
}

export const missingFields = (kind: api.MoneyKind, values: RequestValues): readonly RequestField[] =>
  fieldsOf[kind].filter((field) => values[field].trim() === '' && !optionalFields[kind]?.includes(field))

/** "1 250,50" → "1250.50" */
const plainAmount = (typed: string): string => typed.replaceAll(/\s/g, '').replace(',', '.')

/** Null while a field is missing. What is empty is left out. */
export function previewInput(kind: api.MoneyKind, values: RequestValues): PreviewInput | null {
  if (missingFields(kind, values).some((field) => !words.has(field))) return null
  const { reason: _reason, paid_to: _paidTo, ...typed } = values
  const given = Object.entries(typed).flatMap(([field, text]) => {
    const clean = field === 'amount' || field === 'rate' ? plainAmount(text) : text.trim()
    return clean === '' ? [] : [[field, clean] as const]
  })
  const { direction, ...input } = Object.fromEntries(given)
  if (kind === 'adjustment' && direction === 'take') input['amount'] = `-${input['amount']}`
  return { kind, ...input, ...(kind === 'partner_payment' && { direction }) } as PreviewInput
}

export function requestInput(
  kind: api.MoneyKind,
  id: string,
  values: RequestValues,
): InputOf<typeof api.createMoneyRequest> {
  const { reason, paid_to } = values
  const input = previewInput(kind, values)
  if (!input) throw new Error('a request is sent before it is filled in')
  return { ...input, id, reason, ...(kind === 'payout' && { paid_to }) } as InputOf<typeof api.createMoneyRequest>
}
