import { asCallFailure, CallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import { type InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Callout, Card, type FieldForm } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { CircleAlert } from 'lucide-react'
import { Fragment, type ReactNode, type SubmitEvent, useState } from 'react'
import { dateField, Submit, selectField, sumField, textAreaField, textField } from '../../platform/forms/form.tsx'
import { type Preview, type PreviewAnswer, usePreview } from '../../platform/forms/use-preview.ts'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { namedOptions, optionsOf } from '../../platform/list/list-filters.tsx'
import { call } from '../../platform/session/session.ts'
import { usePartnerList } from '../../platform/values/channels.ts'
import { formatList } from '../../platform/values/formats.ts'
import { TextLink } from '../../platform/values/values.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { ReviewSheet } from './review-sheet.tsx'

const t = textsOf('money.ask')

export interface SentRequest {
  readonly id: string
  readonly sentAt: number
}

interface RequestFormProps {
  readonly kind: api.MoneyKind
  /** Of a request that was sent before the page was loaded again. */
  readonly id: string | undefined
  readonly first: RequestValues
  /** An earlier try did not reach the server. */
  readonly wasNotReceived: boolean
  readonly onSending: (id: string) => void
  readonly onAnswered: (request: api.ApprovalRequest) => void
  /** It is not known whether it was carried out. */
  readonly onLost: (sent: SentRequest) => void
}

interface RequestFieldsProps {
  readonly kind: api.MoneyKind
  readonly form: FieldForm<RequestValues>
  readonly answer: PreviewAnswer<typeof api.previewMoneyRequest> | undefined
}

const FORM = 'money-request'

export function RequestForm({ kind, id, first, wasNotReceived, onSending, onAnswered, onLost }: RequestFormProps) {
  const [reviewed, setReviewed] = useState<api.MoneyPreview | null>(null)
  const form = useForm<RequestValues>({
    initial: first,
    key: id,
    send: async (values, { key }) => {
      onSending(key)
      try {
        onAnswered((await call(api.createMoneyRequest, requestInput(kind, key, values))).request)
      } catch (error) {
        setReviewed(null)
        throw asLost(error)
      }
    },
    onLost: ({ key, sentAtMs }) => onLost({ id: key, sentAt: sentAtMs }),
  })
  const preview = usePreview(api.previewMoneyRequest, previewInput(kind, form.values))
  const { isChecking, review } = useReview(preview.askNow, form.showFailure, setReviewed)
  const missing = missingFields(kind, form.values)
  const isRefused = preview.isCurrent && preview.answer?.refusal
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card>
        <form id={FORM} {...form.element} {...(reviewed ? {} : { onSubmit: review })} className="grid gap-4">
          {wasNotReceived && (
            <Callout tone="warning" icon={<CircleAlert aria-hidden />} title={textAt('money.unsure.not_arrived_title')}>
              {textAt('money.unsure.not_arrived_text')}
            </Callout>
          )}
          <RequestFields
            kind={kind}
            form={{ ...form, errors: { ...preview.errors, ...form.errors } }}
            answer={preview.answer}
          />
          <Submit
            form={{ ...form, isBusy: form.isBusy || isChecking }}
            submit={t('review')}
            isDisabled={missing.length > 0 || Boolean(isRefused)}
          />
          {missing.length > 0 && (
            <p className="text-sm text-ink-soft">
              {t('missing', { fields: formatList(missing.map((field) => t(field))) })}
            </p>
          )}
        </form>
      </Card>
      <PreviewPanel {...preview} fields={Object.keys(form.values)} />
      {reviewed && (
        <ReviewSheet
          form={FORM}
          values={form.values}
          preview={reviewed}
          isBusy={form.isBusy}
          onClose={() => setReviewed(null)}
        />
      )}
    </div>
  )
}

/** Dry run on the server before the request is sent. */
function useReview(
  askNow: Preview<typeof api.previewMoneyRequest>['askNow'],
  onRefused: (error: unknown) => void,
  onReviewed: (preview: api.MoneyPreview) => void,
) {
  const [isChecking, setChecking] = useState(false)
  async function check() {
    setChecking(true)
    try {
      const { output, refusal } = await askNow()
      if (output) onReviewed(output.preview)
      else onRefused(refusal)
    } catch (error) {
      onRefused(error)
    } finally {
      setChecking(false)
    }
  }
  const review = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isChecking) void check()
  }
  return { isChecking, review }
}

/** A reused ID means that an earlier attempt, whose answer was lost, has arrived. */
function asLost(error: unknown): CallFailure {
  const failure = asCallFailure(error)
  return failure.code === 'request_id_reused' ? new CallFailure('broken', { cause: error }) : failure
}

function RequestFields({ kind, form, answer }: RequestFieldsProps) {
  const currency = answer?.output?.preview.asset
  const isOwnerAsked = answer?.refusal?.code === 'topup_not_assigned' || (form.values.cash_id ?? '') !== ''
  const directions = kind === 'partner_payment' ? (['in', 'out'] as const) : (['add', 'take'] as const)
  const fields: Record<RequestField, () => ReactNode> = {
    cash_id: () => {
      if (kind !== 'topup_credit') return textField(form, 'cash_id', t('cash_id'), { inputMode: 'numeric' })
      return isOwnerAsked && textField(form, 'cash_id', t('owner'), { help: t('owner_help'), inputMode: 'numeric' })
    },
    topup_id: () => {
      const help = <TextLink href="/held-topups">{t('topup_help')}</TextLink>
      return textField(form, 'topup_id', t('topup_id'), { help, spellCheck: false })
    },
    transaction_id: () => textField(form, 'transaction_id', t('transaction_id'), { autoCapitalize: 'characters' }),
    payment_id: () => textField(form, 'payment_id', t('payment_id'), { spellCheck: false }),
    partner: () => <PartnerField form={form} />,
    direction: () => (
      <Tabs
        label={t('direction')}
        value={form.values.direction}
        onValueChange={(direction) => form.change('direction', direction)}
        items={optionsOf(directions, (direction) => t(direction))}
      />
    ),
    currency_code: () => <CurrencyField form={form} />,
    amount: () =>
      textField(form, 'amount', t(kind === 'commission_credit' ? 'amount_all' : 'amount'), {
        inputMode: 'decimal',
        suffix: currency,
        isOptional: kind === 'commission_credit',
      }),
    paid_on: () => dateField(form, 'paid_on', t('paid_on'), 'date'),
    bank_reference: () => {
      const help = t('bank_reference_help')
      return textField(form, 'bank_reference', t('bank_reference'), { help, maxLength: 100, spellCheck: false })
    },
    paid_to: () => textField(form, 'paid_to', t('paid_to'), { help: t('paid_to_help'), maxLength: 200 }),
    rate: () => sumField(form, 'rate', t('rate'), currency, t('rate_help')),
    reason: () => textAreaField(form, 'reason', t('reason'), { help: t(`reason_help.${kind}`), maxLength: 300 }),
  }
  return fieldsOf[kind].map((field) => <Fragment key={field}>{fields[field]()}</Fragment>)
}

const none = { value: '', label: '–' }

function PartnerField({ form }: Pick<RequestFieldsProps, 'form'>) {
  const label = t('partner')
  return selectField(form, 'partner', label, [none, ...namedOptions(usePartnerList())])
}

function CurrencyField({ form }: Pick<RequestFieldsProps, 'form'>) {
  const label = t('currency_code')
  const partners = usePartnerList()
  const chosen = partners.find(({ code }) => code === form.values.partner) ?? partners[0]
  const currencies = chosen?.withdrawal_limits.map(({ currency_code }) => currency_code) ?? []
  return selectField(form, 'currency_code', label, [none, ...optionsOf(currencies)])
}

/** The fields of each kind, in their order in the form. */
const fieldsOf = {
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
