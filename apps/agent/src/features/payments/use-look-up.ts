import { asCallFailure } from '@cashbox/client/call-failure'
import type { Form } from '@cashbox/client/use-form'
import { type FoundTransaction, lookUpTransaction, type TransactionType } from '@cashbox/contract'
import { useDebounced } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../platform/call.ts'
import { paymentKeys } from './payment-keys.ts'
import { cleanTransactionId, isWorthLookingUp, type PaymentValues } from './payment-values.ts'

const DEBOUNCE_MS = 500

export type LookUp =
  | { readonly kind: 'none' | 'busy' }
  | { readonly kind: 'found'; readonly transaction: FoundTransaction; readonly atMs: number }
  /** There is something wrong with this transaction, in the server's words. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing is known of the transaction; the agent can go on without. */
  | { readonly kind: 'failed' }

/** The look-up finds transactions of both types, and those that this agent has confirmed. */
export const canConfirm = (type: TransactionType, transaction: FoundTransaction): boolean =>
  transaction.type === type && transaction.state === 'open'

/** Shows what is about to be confirmed. `finish` says that the ID is complete, at any length. */
export function useLookUp(text: string): LookUp & { readonly finish: (text: string) => void } {
  const id = cleanTransactionId(text)
  const [finished, setFinished] = useState(id)
  const wanted = useSettled(id, id === finished)
  const { data, error, isFetching, dataUpdatedAt } = useQuery({
    queryKey: paymentKeys.lookUp(wanted),
    queryFn: ({ signal }) => call(lookUpTransaction, { transaction_id: wanted }, { signal, ignoreErrors: true }),
    enabled: wanted !== '',
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const finish = (whole: string) => setFinished(cleanTransactionId(whole))
  if (wanted === '') return { kind: 'none', finish }
  if (isFetching) return { kind: 'busy', finish }
  if (data) return { kind: 'found', transaction: data.transaction, atMs: dataUpdatedAt, finish }
  const message = error && asCallFailure(error).errorOf('transaction_id')
  return message ? { kind: 'refused', message, finish } : { kind: 'failed', finish }
}

/** The ID once typing has stopped. */
function useSettled(id: string, isFinished: boolean): string {
  const isStill = useDebounced(id, DEBOUNCE_MS) === id
  const isReady = isWorthLookingUp(id, { isLeft: isFinished }) && (isFinished || isStill)
  return isReady ? id : ''
}

/** Fills in the amount that the look-up found, unless the agent has typed one; it leaves with the ID it came from. */
export function useFilledAmount(type: TransactionType, form: Form<PaymentValues>, lookUp: LookUp): void {
  const filledFor = useRef<string | null>(null)
  const { fill, touched, values } = form
  const id = cleanTransactionId(values.transaction_id)
  const found = lookUp.kind === 'found' && canConfirm(type, lookUp.transaction) ? lookUp.transaction : null
  const isTyped = values.amount !== '' && touched.amount === true
  const isEmpty = values.amount === ''
  useEffect(() => {
    // An amount that was in the form from the beginning is the agent's too.
    if (isTyped || (!isEmpty && filledFor.current === null)) return
    if (found && found.transaction_id !== filledFor.current) {
      filledFor.current = found.transaction_id
      fill('amount', found.amount)
    } else if (filledFor.current !== null && filledFor.current !== id) {
      filledFor.current = null
      fill('amount', '')
    }
  }, [found, id, isTyped, isEmpty, fill])
}
