import { useIsOnline } from '@cashbox/client/network'
import type { TransactionType } from '@cashbox/contract'
import { type RefObject, useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ConfirmButton } from './confirm-button.tsx'
import type { Draft } from './confirmation-state.ts'
import { FormNotice, type FormState } from './form-notice.tsx'
import { LookUpResult } from './look-up-result.tsx'
import { AmountField, CodeField } from './payment-fields.tsx'
import { draftOf, type PaymentValues } from './payment-values.ts'
import { placeRefusal } from './place-refusal.ts'
import { TransactionIdField } from './transaction-id-field.tsx'
import { canConfirm, useFilledAmount, useLookUp } from './use-look-up.ts'

interface PaymentFormProps {
  readonly type: TransactionType
  readonly state: FormState
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
  const submit = form.handleSubmit((filled) => onSubmit(draftOf(type, filled)))
  return (
    <form ref={frame} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <FormNotice state={state} isOnline={isOnline} />
      <TransactionIdField form={form} idField={idField} lookUp={lookUp} isDisabled={isBusy} />
      <LookUpResult type={type} lookUp={lookUp} onSwitch={onSwitch} />
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
function useRefusal(state: FormState, form: UseFormReturn<PaymentValues>) {
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
