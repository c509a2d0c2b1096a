import type { TransactionType } from '@cashbox/contract'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PaymentValues } from './payment-values.ts'
import { cleanTransactionId } from './transaction-id.ts'
import { canConfirm, type LookUp } from './use-look-up.ts'

/** Fills in the amount that the look-up found, unless the agent has typed one; it leaves with the ID it came from. */
export function useFilledAmount(
  type: TransactionType,
  form: UseFormReturn<PaymentValues>,
  values: PaymentValues,
  lookUp: LookUp,
): void {
  const filled = useRef<{ readonly id: string; readonly amount: string } | null>(null)
  const { setValue } = form
  const id = cleanTransactionId(values.transactionId)
  const found = lookUp.kind === 'found' && canConfirm(type, lookUp.transaction) ? lookUp.transaction : null
  useEffect(() => {
    const isOurs = values.amount === '' || values.amount === filled.current?.amount
    if (!isOurs) return
    if (found && found.transaction_id !== filled.current?.id) {
      filled.current = { id: found.transaction_id, amount: found.amount }
      setValue('amount', found.amount)
    } else if (filled.current && filled.current.id !== id) {
      filled.current = null
      setValue('amount', '')
    }
  }, [found, id, values.amount, setValue])
}
