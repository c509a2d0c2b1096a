import { useIsOnline } from '@cashbox/client/observable'
import type { Form, FormFailure } from '@cashbox/client/use-form'
import type { TransactionType } from '@cashbox/contract'
import { Button, Callout, CodeInput, Field, type FieldForm } from '@cashbox/ui'
import { Info, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { SupportLink } from '../../platform/agent-parts.tsx'
import { AmountInput } from '../../platform/amount-input.tsx'
import { useIsSlow } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { AMOUNT_MARK, AmountInText, CashAdvice } from './cash-advice.tsx'
import type { ConfirmationState } from './confirmation.ts'
import { LookUpResult, useFilledAmount, useLookUp } from './look-up.tsx'
import { amountToRepeat, canConfirm, isOpenToTry, type PaymentValues, payAdvice } from './payment-rules.ts'
import { ScannedField } from './scanned-field.tsx'
import { useNow } from './transaction-parts.tsx'

interface PaymentFormProps {
  readonly type: TransactionType
  readonly state: FormState
  readonly form: Form<PaymentValues>
  readonly idField: RefObject<HTMLInputElement | null>
  readonly onSwitch: (transactionId: string) => void
  readonly onClose: () => void
  /** Leads to the form without a transaction ID; null where no partner takes such deposits. */
  readonly onPlayer: (() => void) | null
}

export function PaymentForm({ type, state, form, idField, onSwitch, onClose, onPlayer }: PaymentFormProps) {
  const t = useTranslations('payment')
  const ofPlayer = useTranslations('player')
  const { transaction_id, amount, security_code } = form.values
  const isBusy = state.phase !== 'filling'
  const lookUp = useLookUp(transaction_id, { isPaused: isBusy })
  const isOnline = useIsOnline()
  useFilledAmount(type, form, lookUp)
  const nowMs = useNow()
  // The verdict doesn't expire while the confirmation is under way.
  const asOfMs = isBusy && lookUp.kind === 'found' ? lookUp.atMs : nowMs
  const isCodeWrong = form.errors.security_code !== undefined
  const advice = payAdvice({ type, lookUp, amount, isCodeWrong, isOnline, nowMs: asOfMs })
  const isWrong = lookUp.kind === 'refused' || (lookUp.kind === 'found' && !canConfirm(type, lookUp.transaction))
  const isMissing = !transaction_id.trim() || !amount || (type === 'withdraw' && !security_code)
  const undoTyping = (scannedId: string) => {
    const isSame = lookUp.kind === 'found' && lookUp.transaction.transaction_id === scannedId
    form.fill('amount', isSame ? lookUp.transaction.amount : '')
    form.fill('security_code', '')
  }
  return (
    <form {...form.element} className="grid gap-4">
      <FormCallout state={state} failure={form.failure} />
      <ScannedField
        kind="transaction"
        label={t('transaction_id')}
        error={form.errors.transaction_id ?? (lookUp.kind === 'refused' ? lookUp.message : undefined)}
        idField={idField}
        value={transaction_id}
        onValueChange={(typed) => form.change('transaction_id', typed)}
        onFinish={lookUp.finish}
        onScanElsewhere={undoTyping}
        isDisabled={isBusy}
      />
      <LookUpResult type={type} lookUp={lookUp} onSwitch={onSwitch} />
      <PaymentAmount form={form} isDisabled={isBusy} />
      {type === 'withdraw' && <CodeField form={form} isDisabled={isBusy} />}
      {advice && (
        <CashAdvice
          type={type}
          advice={advice}
          isAsking={lookUp.isAsking}
          onAskAgain={lookUp.again}
          onLeave={onClose}
        />
      )}
      <ConfirmButton
        type={type}
        amount={amount}
        phase={state.phase}
        isQuiet={isOpenToTry(advice)}
        isDisabled={isMissing || isWrong || !isOnline}
      />
      {onPlayer && (
        <Button variant="ghost" isWide disabled={isBusy} onClick={onPlayer}>
          {ofPlayer('entry')}
        </Button>
      )}
    </form>
  )
}

interface PaymentAmountProps {
  readonly form: FieldForm<{ amount: string }>
  readonly isDisabled: boolean
}

export function PaymentAmount({ form, isDisabled }: PaymentAmountProps) {
  const t = useTranslations('payment')
  return (
    <AmountInput
      form={form}
      name="amount"
      label={t('amount')}
      placeholder={t('amount_placeholder')}
      suffix={useUser().channel.currency_code}
      className="text-lg font-semibold"
      disabled={isDisabled}
    />
  )
}

interface ConfirmButtonProps {
  readonly type: TransactionType
  readonly amount: string
  readonly phase: 'filling' | 'locating' | 'sending'
  /** Cash must not move yet: can be pressed, but doesn't invite it. */
  readonly isQuiet: boolean
  readonly isDisabled: boolean
}

export function ConfirmButton({ type, amount, phase, isQuiet, isDisabled }: ConfirmButtonProps) {
  const t = useTranslations()
  const isSlow = useIsSlow(phase === 'sending')
  const isBusy = phase !== 'filling'
  const repeated = amountToRepeat(amount)
  const texts = {
    filling: null,
    locating: t('payment.locating'),
    sending: isSlow ? t('offline.slow') : t('payment.confirming'),
  }
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-1 bg-card px-5 pt-2 pb-5">
      <Button
        type="submit"
        variant={isQuiet ? 'ghost' : type}
        size="lg"
        isWide
        isBusy={isBusy}
        disabled={isDisabled && !isBusy}
      >
        {isQuiet ? (
          t('payment.confirm_anyway')
        ) : repeated === null ? (
          t(`payment.confirm_${type}`)
        ) : (
          <AmountInText text={t(`payment.confirm_${type}_amount`, { amount: AMOUNT_MARK })} amount={repeated} />
        )}
      </Button>
      <p role="status" className="min-h-5 text-center text-sm text-ink-soft">
        {texts[phase]}
      </p>
    </div>
  )
}

const CODE_LENGTH = 6

function CodeField({ form, isDisabled }: { form: Form<PaymentValues>; isDisabled: boolean }) {
  const t = useTranslations('payment')
  const code = form.values.security_code
  return (
    <Field label={t('security_code')} help={t('security_code_help')} error={form.errors.security_code} isRequired>
      {(control) => (
        <CodeInput
          {...control}
          label={t('security_code')}
          length={CODE_LENGTH}
          value={code}
          onValueChange={(typed) => form.change('security_code', typed)}
          digitLabel={(position) => t('security_code_digit', { position, total: Math.max(CODE_LENGTH, code.length) })}
          isDisabled={isDisabled}
        />
      )}
    </Field>
  )
}

export type FormState = Extract<ConfirmationState, { phase: 'filling' | 'locating' | 'sending' }>

export function FormCallout({ state, failure }: { state: FormState; failure: FormFailure | null }) {
  const t = useTranslations()
  if (state.phase !== 'filling') return null
  if (state.lost) {
    return (
      <Callout tone="warning" role="alert" icon={<Info aria-hidden />}>
        {t('payment.unsure.not_through')}
      </Callout>
    )
  }
  if (!failure) return null
  return (
    <Callout tone="danger" role="alert" icon={<TriangleAlert aria-hidden />} title={t('payment.failure.title')}>
      <p>{failure.text ?? failure.cause.serverMessage}</p>
      <p>{t('payment.failure.text')}</p>
      <SupportLink className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        {t('payment.failure.support')}
      </SupportLink>
    </Callout>
  )
}
