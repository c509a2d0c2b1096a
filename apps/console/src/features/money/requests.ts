import { asCallFailure } from '@cashbox/client/call-failure'
import { type ApprovalLimits, listMoneyRequests, type MoneyRequest, readMoneyRequest } from '@cashbox/contract/operator'
import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { approvalLimitsKey } from '../../platform/change-requests.ts'
import { useList } from '../../platform/list.ts'
import { keepAnswer, queryClient } from '../../platform/queries.ts'
import { isPreview } from '../../platform/use-preview.ts'
import { moneyKeys } from './money-keys.ts'

export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const useRequests = (filters: Parameters<typeof useList<typeof listMoneyRequests>>[2]) =>
  useList(moneyKeys.requests, listMoneyRequests, filters)

export const useRequest = (id: string) =>
  useQuery({ queryKey: moneyKeys.request(id), queryFn: ({ signal }) => findRequest(id, signal) })

/** Null where the server has none of that id. */
export async function findRequest(id: string, signal: AbortSignal): Promise<MoneyRequest | null> {
  if (!uuidPattern.test(id)) return null
  try {
    return (await call(readMoneyRequest, { request_id: id }, { signal })).request
  } catch (error) {
    if (asCallFailure(error).status === 404) return null
    throw error
  }
}

/** What the server said of a request. Money shows in many places, so all of them ask again. */
export function keepRequest(request: MoneyRequest): void {
  keepAnswer<MoneyRequest | null>(moneyKeys.request(request.id), () => request)
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, queryHash }) =>
      queryHash !== hashKey(moneyKeys.request(request.id)) && !isPreview(queryKey),
  })
}

export async function renewRequest(id: string): Promise<void> {
  const renew = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey })
  await Promise.all([renew(moneyKeys.requests), renew(moneyKeys.request(id))])
}

export const keepApprovalLimits = (approvalLimits: ApprovalLimits): void => {
  keepAnswer<ApprovalLimits>(approvalLimitsKey, () => approvalLimits)
}
