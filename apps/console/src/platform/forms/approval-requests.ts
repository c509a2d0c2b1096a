import * as api from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { refresh, useAnswer, useMay } from '../session/session.ts'
import { notify } from '../toasts.ts'

export const REFRESH_MS = 30_000

/** What waits for this operator's decision. Polled. */
export const useWaiting = () => useAnswer(api.countWaiting, {}, { refetchInterval: REFRESH_MS, staleTime: 0 })

/** Nothing for a role that may not see them. */
export const useApprovalLimits = () =>
  useAnswer(api.readApprovalLimits, {}, { enabled: useMay(api.readApprovalLimits) })

export const refreshRequests = () =>
  refresh(api.listApprovalRequests.path, api.listWaitingChanges.path, api.countWaiting.path)

export function useRequestToast(): (request: api.ApprovalRequest) => void {
  const t = useTranslations('second_operator')
  const mayView = useMay(api.readApprovalRequest)
  const [, navigate] = useLocation()
  return ({ id, possible_deciders, number }) => {
    void refreshRequests()
    const view = { label: t('view_short'), onPress: () => navigate(`/approvals/${id}`) }
    notify('success', t(possible_deciders === 0 ? 'sent_no_decider' : 'sent', { number }), mayView ? view : undefined)
  }
}
