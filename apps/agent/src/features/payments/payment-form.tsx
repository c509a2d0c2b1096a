import { useIsOnline } from '@cashbox/client/network'
import type { Form } from '@cashbox/client/use-form'
import type { TransactionType } from '@cashbox/contract'
import type { RefObject } from 'react'
import { ConfirmButton } from './confirm-button.tsx'
import { FormNotice, type FormState } from './form-notice.tsx'
import { LookUpResult } from './look-up-result.tsx'
import { AmountField, CodeField } from './payment-fields.tsx'
import type { PaymentValues } from './payment-values.ts'
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
