import type { MoneyKind, previewMoneyRequest } from '@cashbox/contract/operator'
import { type FieldForm, TextField } from '@cashbox/ui'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { Tabs } from '@cashbox/ui/tabs'
import { useTranslations } from 'use-intl'
import { TextLink } from '../../platform/text-link.tsx'
import type { PreviewAnswer } from '../../platform/use-preview.ts'
import type { RequestValues } from './request-values.ts'

interface RequestFieldsProps {
  readonly kind: MoneyKind
  readonly form: FieldForm<RequestValues>
  /** What the server said of what was filled in. */
  readonly answer: PreviewAnswer<typeof previewMoneyRequest> | undefined
}

/** What has to be said for each kind. */
export function RequestFields({ kind, form, answer }: RequestFieldsProps) {
  const t = useTranslations('money.ask')
  const currency = answer?.output?.preview.asset
  return (
    <>
      <SubjectField kind={kind} form={form} answer={answer} />
      {kind === 'adjustment' && (
        <Tabs
          label={t('direction')}
          value={form.values.direction}
          onValueChange={(direction) => form.change('direction', direction)}
          items={[
            { value: 'add', label: t('add') },
            { value: 'take', label: t('take') },
          ]}
        />
      )}
      {form.values.amount !== undefined && (
        <TextField
          form={form}
          name="amount"
          label={t(kind === 'settlement' ? 'amount_all' : 'amount')}
          inputMode="decimal"
          suffix={currency}
          isOptional={kind === 'settlement'}
        />
      )}
      {kind === 'payout' && (
        <TextField form={form} name="paid_to" label={t('paid_to')} help={t('paid_to_help')} maxLength={200} />
      )}
      {kind === 'topup_credit' && (
        <TextField
          form={form}
          name="rate"
          label={t('rate')}
          help={t('rate_help')}
          inputMode="decimal"
          suffix={currency}
          isOptional
        />
      )}
      <TextAreaField form={form} name="reason" label={t('reason')} help={t(`reason_help.${kind}`)} maxLength={300} />
    </>
  )
}

/** Whose money, which top-up, which transaction. */
function SubjectField({ kind, form, answer }: RequestFieldsProps) {
  const t = useTranslations('money.ask')
  if (kind === 'reversal') {
    return <TextField form={form} name="transaction_id" label={t('transaction_id')} autoCapitalize="characters" />
  }
  if (kind !== 'topup_credit' && kind !== 'topup_return') {
    return <TextField form={form} name="cash_id" label={t('cash_id')} inputMode="numeric" />
  }
  const isOwnerAsked = answer?.refusal?.code === 'topup_not_assigned' || (form.values.cash_id ?? '') !== ''
  return (
    <>
      <TextField
        form={form}
        name="topup_id"
        label={t('topup_id')}
        help={<TextLink href="/held-topups">{t('topup_help')}</TextLink>}
        spellCheck={false}
      />
      {kind === 'topup_credit' && isOwnerAsked && (
        <TextField form={form} name="cash_id" label={t('owner')} help={t('owner_help')} inputMode="numeric" />
      )}
    </>
  )
}
