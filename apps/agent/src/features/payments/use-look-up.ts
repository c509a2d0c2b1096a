import { asCallFailure } from '@cashbox/client/call-failure'
import type { Form } from '@cashbox/client/use-form'
import { lookUpTransaction, type TransactionType } from '@cashbox/contract'
import { useDebounced } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../platform/call.ts'
import { onTopic } from '../../platform/live/live.ts'
import { queryClient } from '../../platform/live/queries.ts'
import { positionSoon } from '../../platform/location/location.ts'
import { useUser } from '../../platform/session/user.ts'
import { placeOf } from './confirmation-services.ts'
import { canConfirm, isWorthJudging, type LookUp, type LookUpAnswer } from './look-up.ts'
import { paymentKeys } from './payment-keys.ts'
import { cleanTransactionId, isWorthLookingUp, type PaymentValues } from './payment-values.ts'

const DEBOUNCE_MS = 500

/** How often the server judges again while the agent counts the cash. */
const JUDGE_EVERY_MS = 15_000

const judgeAgain = () =>
  void queryClient.invalidateQueries({
    queryKey: paymentKeys.lookUps,
    predicate: ({ state }) => isWorthJudging(state as LookUpAnswer),
  })
onTopic('balance', judgeAgain)
onTopic('status', judgeAgain)
onTopic('transactions', judgeAgain)

interface UsedLookUp {
  /** Says that the ID is complete, at any length. */
  readonly finish: (text: string) => void
  readonly again: () => void
  readonly isAsking: boolean
}

/** Shows what is about to be confirmed, and keeps what the server says of it up to date. */
export function useLookUp(text: string, { isPaused }: { isPaused: boolean }): LookUp & UsedLookUp {
  const { is_demo } = useUser()
  const id = cleanTransactionId(text)
  const [finished, setFinished] = useState(id)
  const wanted = useSettled(id, id === finished)
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: paymentKeys.lookUp(wanted),
    queryFn: async ({ signal }) => {
      const place = placeOf(is_demo ? null : await positionSoon())
      return call(lookUpTransaction, { transaction_id: wanted, ...place }, { signal, ignoreErrors: true })
    },
    // While the answer to a confirmation is awaited, the form keeps what it showed.
    enabled: wanted !== '' && !isPaused,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: ({ state }) => isWorthJudging(state),
    refetchOnReconnect: ({ state }) => isWorthJudging(state),
    refetchInterval: ({ state }) => isWorthJudging(state) && JUDGE_EVERY_MS,
  })
  const used: UsedLookUp = {
    finish: (whole) => setFinished(cleanTransactionId(whole)),
    again: () => void refetch(),
    isAsking: isFetching,
  }
  if (wanted === '') return { kind: 'none', ...used }
  const message = error && asCallFailure(error).errorOf('transaction_id')
  if (message) return { kind: 'refused', message, ...used }
  if (data) return { kind: 'found', transaction: data.transaction, atMs: dataUpdatedAt, isChecked: !error, ...used }
  return { kind: isFetching ? 'busy' : 'failed', ...used }
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
