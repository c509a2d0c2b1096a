import { asCallFailure } from '@cashbox/client/call-failure'
import {
  type ApprovalLimits,
  type ApprovalRequest,
  listApprovalRequests,
  readApprovalRequest,
} from '@cashbox/contract/operator'
import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { approvalLimitsKey, REFRESH_MS, requestKeys } from '../../platform/forms/approval-requests.ts'
import { isPreview } from '../../platform/forms/use-preview.ts'
import { useList } from '../../platform/list/use-list.ts'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const useRequests = (filters: Parameters<typeof useList<typeof listApprovalRequests>>[2]) =>
  useList(requestKeys.lists, listApprovalRequests, filters, REFRESH_MS)

export const useRequest = (id: string) =>
  useQuery({
    queryKey: requestKeys.request(id),
    queryFn: ({ signal }) => findRequest(id, signal),
    refetchInterval: REFRESH_MS,
  })

/** Null when the server has no such request. */
export async function findRequest(id: string, signal: AbortSignal): Promise<ApprovalRequest | null> {
  if (!uuidPattern.test(id)) return null
  try {
    return (await call(readApprovalRequest, { request_id: id }, { signal, isUnattended: true })).request
  } catch (error) {
    if (asCallFailure(error).status === 404) return null
    throw error
  }
}

/** Money is shown in many places, so everything except previews is fetched again. */
export function cacheRequest(request: ApprovalRequest): void {
  cacheAnswer<ApprovalRequest | null>(requestKeys.request(request.id), () => request)
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, queryHash }) =>
      queryHash !== hashKey(requestKeys.request(request.id)) && !isPreview(queryKey),
  })
}

export async function refreshRequest(id: string): Promise<void> {
  const renew = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey })
  await Promise.all([renew(requestKeys.lists), renew(requestKeys.request(id))])
}

export const cacheApprovalLimits = (approvalLimits: ApprovalLimits): void => {
  cacheAnswer<ApprovalLimits>(approvalLimitsKey, () => approvalLimits)
}
