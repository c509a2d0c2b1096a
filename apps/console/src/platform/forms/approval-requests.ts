import {
  type ApprovalRequest,
  countWaiting,
  listApprovalRequests,
  readApprovalLimits,
} from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { refresh, useAnswer } from '../session/call.ts'
import { notify } from '../toasts.ts'

export const REFRESH_MS = 30_000

/** What waits for this operator's decision. Polled. */
export const useWaiting = () => useAnswer(countWaiting, {}, { refetchInterval: REFRESH_MS, staleTime: 0 })

export const useApprovalLimits = () => useAnswer(readApprovalLimits, {})

export const refreshRequests = () => refresh(listApprovalRequests.path, countWaiting.path)

/** Says that a change waits for a second operator. */
export function useRequestToast(): (request: ApprovalRequest) => void {
  const t = useTranslations('second_operator')
  return ({ possible_deciders, number }) => {
    void refreshRequests()
    notify('success', t(possible_deciders === 0 ? 'sent_no_decider' : 'sent', { number }))
  }
}
