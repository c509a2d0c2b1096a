import { useIsOnline } from '@cashbox/client/network'
import type { Form } from '@cashbox/client/use-form'
import type { TransactionType } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/formats.ts'
import { useIsSlow } from '../../platform/use-is-slow.ts'
import { useUser } from '../../platform/user.ts'
import { FormNotice, type FormState } from './form-notice.tsx'
import { LookUpResult } from './look-up-result.tsx'
import { AmountField, CodeField } from './payment-fields.tsx'
import { amountToRepeat, type PaymentValues } from './payment-values.ts'
import { TransactionIdField } from './transaction-id-field.tsx'
import { canConfirm, useFilledAmount, useLookUp } from './use-look-up.ts'

interface PaymentFormProps {
  readonly type: TransactionType
  readonly state: FormState
  readonly form: Form<PaymentValues>
  readonly idField: RefObject<HTMLInputElement | null>
  readonly onSwitch: (transactionId: string) => void
}

export function PaymentForm({ type, state, form, idField, onSwitch }: PaymentFormProps) {
  const { transaction_id, amount, security_code } = form.values
  const lookUp = useLookUp(transaction_id)
  const isOnline = useIsOnline()
  useFilledAmount(type, form, lookUp)
  const isBusy = state.phase !== 'filling'
  const isWrong = lookUp.kind === 'found' && !canConfirm(type, lookUp.transaction)
  const isMissing = !transaction_id.trim() || !amount || (type === 'withdraw' && !security_code)
  return (
    <form {...form.element} className="grid gap-4">
      <FormNotice state={state} failure={form.failure} isOnline={isOnline} />
      <TransactionIdField form={form} idField={idField} lookUp={lookUp} isDisabled={isBusy} />
      <LookUpResult type={type} lookUp={lookUp} onSwitch={onSwitch} />
      <AmountField form={form} isDisabled={isBusy} />
      {type === 'withdraw' && <CodeField form={form} isDisabled={isBusy} />}
      <ConfirmButton type={type} amount={amount} phase={state.phase} isDisabled={isMissing || isWrong || !isOnline} />
    </form>
  )
}

interface ConfirmButtonProps {
  readonly type: TransactionType
  readonly amount: string
  readonly phase: 'filling' | 'locating' | 'sending'
  readonly isDisabled: boolean
}

/** Repeats the act, and under it when to hand over the cash or what is going on. */
function ConfirmButton({ type, amount, phase, isDisabled }: ConfirmButtonProps) {
  const t = useTranslations()
  const isSlow = useIsSlow(phase === 'sending')
  const isBusy = phase !== 'filling'
  const texts = {
    filling: t(`payment.${type}_hint`),
    locating: t('payment.locating'),
    sending: isSlow ? t('offline.slow') : t('payment.confirming'),
  }
  return (
    <div className="grid gap-2 pt-1">
      <Button type="submit" variant={type} size="lg" isWide isBusy={isBusy} disabled={isDisabled && !isBusy}>
        <Act type={type} amount={amount} />
      </Button>
      <p role="status" className="text-center text-sm text-ink-soft">
        {texts[phase]}
      </p>
    </div>
  )
}

const MARK = '\uFFFC'

function Act({ type, amount }: { type: TransactionType; amount: string }) {
  const t = useTranslations('payment')
  const { currency_code } = useUser().channel
  const repeated = amountToRepeat(amount)
  if (repeated === null) return t(`confirm_${type}`)
  const [before = '', after = ''] = t(`confirm_${type}_amount`, { amount: MARK }).split(MARK)
  return (
    <span>
      {before}
      <bdi dir="ltr" className="tabular-nums">
        {formatMoney(repeated)} {currency_code}
      </bdi>
      {after}
    </span>
  )
}
