import { useIsOnline } from '@cashbox/client/network'
import type { Form } from '@cashbox/client/use-form'
import type { TransactionType } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useIsSlow } from '../../platform/screen.tsx'
import { AMOUNT_MARK, AmountInText } from './amount-in-text.tsx'
import { CashAdvice } from './cash-advice.tsx'
import { FormNotice, type FormState } from './form-notice.tsx'
import { canConfirm } from './look-up.ts'
import { LookUpResult } from './look-up-result.tsx'
import { payAdvice } from './pay-advice.ts'
import { AmountField, CodeField } from './payment-fields.tsx'
import { amountToRepeat, type PaymentValues } from './payment-values.ts'
import { TransactionIdField } from './transaction-id-field.tsx'
import { useFilledAmount, useLookUp } from './use-look-up.ts'
import { useNow } from './use-now.ts'

interface PaymentFormProps {
  readonly type: TransactionType
  readonly state: FormState
  readonly form: Form<PaymentValues>
  readonly idField: RefObject<HTMLInputElement | null>
  readonly onSwitch: (transactionId: string) => void
  readonly onClose: () => void
}

export function PaymentForm({ type, state, form, idField, onSwitch, onClose }: PaymentFormProps) {
  const { transaction_id, amount, security_code } = form.values
  const isBusy = state.phase !== 'filling'
  const lookUp = useLookUp(transaction_id, { isPaused: isBusy })
  const isOnline = useIsOnline()
  useFilledAmount(type, form, lookUp)
  const nowMs = useNow()
  // What is known does not grow old while the confirmation is under way.
  const asOfMs = isBusy && lookUp.kind === 'found' ? lookUp.atMs : nowMs
  const advice = payAdvice({ type, lookUp, amount, isOnline, nowMs: asOfMs })
  const isWrong = lookUp.kind === 'found' && !canConfirm(type, lookUp.transaction)
  const isMissing = !transaction_id.trim() || !amount || (type === 'withdraw' && !security_code)
  return (
    <form {...form.element} className="grid gap-4">
      <FormNotice state={state} failure={form.failure} />
      <TransactionIdField form={form} idField={idField} lookUp={lookUp} isDisabled={isBusy} />
      <LookUpResult type={type} lookUp={lookUp} onSwitch={onSwitch} />
      <AmountField form={form} isDisabled={isBusy} />
      {type === 'withdraw' && <CodeField form={form} isDisabled={isBusy} />}
      <CashAdvice type={type} advice={advice} isAsking={lookUp.isAsking} onAskAgain={lookUp.again} onLeave={onClose} />
      <ConfirmButton
        type={type}
        amount={amount}
        phase={state.phase}
        isQuiet={advice.kind === 'stop'}
        isDisabled={isMissing || isWrong || !isOnline}
      />
    </form>
  )
}

interface ConfirmButtonProps {
  readonly type: TransactionType
  readonly amount: string
  readonly phase: 'filling' | 'locating' | 'sending'
  /** It can be pressed, but nothing invites to. */
  readonly isQuiet: boolean
  readonly isDisabled: boolean
}

/** Repeats the act, and under it says what is going on. */
function ConfirmButton({ type, amount, phase, isQuiet, isDisabled }: ConfirmButtonProps) {
  const t = useTranslations()
  const isSlow = useIsSlow(phase === 'sending')
  const isBusy = phase !== 'filling'
  const texts = {
    filling: null,
    locating: t('payment.locating'),
    sending: isSlow ? t('offline.slow') : t('payment.confirming'),
  }
  return (
    <div className="grid gap-2 pt-1">
      <Button
        type="submit"
        variant={isQuiet ? 'secondary' : type}
        size="lg"
        isWide
        isBusy={isBusy}
        disabled={isDisabled && !isBusy}
      >
        <Act type={type} amount={amount} />
      </Button>
      <p role="status" className="min-h-5 text-center text-sm text-ink-soft">
        {texts[phase]}
      </p>
    </div>
  )
}

function Act({ type, amount }: { type: TransactionType; amount: string }) {
  const t = useTranslations('payment')
  const repeated = amountToRepeat(amount)
  if (repeated === null) return t(`confirm_${type}`)
  return <AmountInText text={t(`confirm_${type}_amount`, { amount: AMOUNT_MARK })} amount={repeated} />
}
