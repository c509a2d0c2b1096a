import {
  type ApprovalRequest,
  countWaiting,
  listApprovalRequests,
  listWaitingChanges,
  readApprovalLimits,
  readApprovalRequest,
} from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { refresh, useAnswer } from '../session/call.ts'
import { useMay } from '../session/session.ts'
import { notify } from '../toasts.ts'

export const REFRESH_MS = 30_000

/** What waits for this operator's decision. Polled. */
export const useWaiting = () => useAnswer(countWaiting, {}, { refetchInterval: REFRESH_MS, staleTime: 0 })

/** Nothing for a role that may not see them. */
export const useApprovalLimits = () => useAnswer(readApprovalLimits, {}, { enabled: useMay(readApprovalLimits) })

export const refreshRequests = () => refresh(listApprovalRequests.path, listWaitingChanges.path, countWaiting.path)

export function useRequestToast(): (request: ApprovalRequest) => void {
  const t = useTranslations('second_operator')
  const mayView = useMay(readApprovalRequest)
  const [, navigate] = useLocation()
  return ({ id, possible_deciders, number }) => {
    void refreshRequests()
    const view = { label: t('view_short'), onPress: () => navigate(`/approvals/${id}`) }
    notify('success', t(possible_deciders === 0 ? 'sent_no_decider' : 'sent', { number }), mayView ? view : undefined)
  }
}
