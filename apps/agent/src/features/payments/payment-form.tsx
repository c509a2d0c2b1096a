import { useIsOnline } from '@cashbox/client/network'
import type { TransactionType } from '@cashbox/contract'
import { Notice } from '@cashbox/ui'
import { Info, TriangleAlert, WifiOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { amountToSend } from './amount-text.ts'
import { ConfirmButton } from './confirm-button.tsx'
import type { Confirmation, Draft } from './confirmation.ts'
import { FoundPanel } from './found-panel.tsx'
import { AmountField, CodeField } from './payment-fields.tsx'
import type { PaymentValues } from './payment-values.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { placeRefusal } from './refusal-places.ts'
import { TransactionField } from './transaction-field.tsx'
import { cleanTransactionId } from './transaction-id.ts'
import { useFilledAmount } from './use-filled-amount.ts'
import { canConfirm, useLookUp } from './use-look-up.ts'

interface PaymentFormProps {
  readonly type: TransactionType
  readonly state: Extract<Confirmation, { phase: 'filling' | 'locating' | 'sending' }>
  readonly form: UseFormReturn<PaymentValues>
  readonly idField: RefObject<HTMLInputElement | null>
  readonly onSubmit: (draft: Draft) => void
  readonly onSwitch: (transactionId: string) => void
}

export function PaymentForm({ type, state, form, idField, onSubmit, onSwitch }: PaymentFormProps) {
  const values = useWatch({ control: form.control }) as PaymentValues
  const lookUp = useLookUp(values.transactionId)
  const isOnline = useIsOnline()
  const frame = useRefusal(state, form)
  useFilledAmount(type, form, values, lookUp)
  const isBusy = state.phase !== 'filling'
  const isWrong = lookUp.kind === 'found' && !canConfirm(type, lookUp.transaction)
  const isMissing = !values.transactionId.trim() || !values.amount || (type === 'withdraw' && !values.securityCode)
  const submit = form.handleSubmit(({ transactionId, amount, securityCode }) =>
    onSubmit({
      type,
      transactionId: cleanTransactionId(transactionId),
      amount: amountToSend(amount),
      securityCode: type === 'withdraw' ? securityCode : '',
    }),
  )
  return (
    <form ref={frame} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <StateNotice state={state} isOnline={isOnline} />
      <TransactionField form={form} idField={idField} lookUp={lookUp} isDisabled={isBusy} />
      <FoundPanel type={type} lookUp={lookUp} onSwitch={onSwitch} />
      <AmountField form={form} isDisabled={isBusy} />
      {type === 'withdraw' && <CodeField form={form} isDisabled={isBusy} />}
      <ConfirmButton
        type={type}
        amount={values.amount}
        phase={state.phase}
        isDisabled={isMissing || isWrong || !isOnline}
      />
    </form>
  )
}

/** Puts the server's words under their fields, and goes to the first of them. */
function useRefusal(state: PaymentFormProps['state'], form: UseFormReturn<PaymentValues>) {
  const { setError, setValue } = form
  const { errors } = form.formState
  const frame = useRef<HTMLFormElement>(null)
  const isNew = useRef(false)
  const failure = state.phase === 'filling' ? state.failure : null
  useEffect(() => {
    if (!failure) return
    const { fields } = placeRefusal(failure)
    // A wrong code is typed anew; sending it again would only use up a try.
    if (fields.securityCode) setValue('securityCode', '')
    for (const name of ['transactionId', 'amount', 'securityCode'] as const) {
      const message = fields[name]
      if (message) setError(name, { message })
    }
    isNew.current = true
  }, [failure, setError, setValue])
  useEffect(() => {
    if (!isNew.current || Object.keys(errors).length === 0) return
    isNew.current = false
    frame.current?.querySelector<HTMLElement>('input[aria-invalid=true]')?.focus()
  }, [errors])
  return frame
}

/** What is to be said of the whole form. */
function StateNotice({ state, isOnline }: { state: PaymentFormProps['state']; isOnline: boolean }) {
  const t = useTranslations()
  if (state.phase !== 'filling') return null
  if (!isOnline) {
    return (
      <Notice tone="warning" role="status" icon={<WifiOff aria-hidden />}>
        {t('offline.text')}
      </Notice>
    )
  }
  if (state.lost) {
    return (
      <Notice tone="warning" role="alert" icon={<Info aria-hidden />}>
        {t('payment.unsure.not_through')}
      </Notice>
    )
  }
  if (state.failure && placeRefusal(state.failure).isGeneral) {
    return <RefusalNotice failure={state.failure} icon={<TriangleAlert aria-hidden />} />
  }
  return null
}
