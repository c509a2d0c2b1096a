import { type ApprovalRequest, countWaiting, readApprovalLimits } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call, queryClient } from '../session/call.ts'
import { notify } from '../toasts.ts'

export const requestKeys = {
  all: ['requests'] as const,
  lists: ['requests', 'list'] as const,
  request: (id: string) => ['requests', 'request', id] as const,
  waiting: ['requests', 'waiting'] as const,
}

export const approvalLimitsKey = ['approval limits'] as const

export const REFRESH_MS = 30_000

/** What waits for this operator's decision. Polled. */
export const useWaiting = () =>
  useQuery({
    queryKey: requestKeys.waiting,
    queryFn: ({ signal }) => call(countWaiting, {}, { signal, isUnattended: true }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })

export const useApprovalLimits = () =>
  useQuery({ queryKey: approvalLimitsKey, queryFn: ({ signal }) => call(readApprovalLimits, {}, { signal }) })

/** Says that a change was made, or that it waits for a second operator. */
export function useChangeToast(): (request: ApprovalRequest | null, done: string) => void {
  const t = useTranslations('second_operator')
  return (request, done) => {
    if (request === null) return notify('success', done)
    void queryClient.invalidateQueries({ queryKey: requestKeys.all })
    notify('success', t(request.possible_deciders === 0 ? 'sent_no_decider' : 'sent', { number: request.number }))
  }
}
