import { asCallFailure } from '@cashbox/client/call-failure'
import { type ApprovalRequest, readApprovalRequest } from '@cashbox/contract/operator'
import { hashKey } from '@tanstack/react-query'
import { REFRESH_MS } from '../../platform/forms/second-operator.tsx'
import { isPreview } from '../../platform/forms/use-preview.ts'
import { cacheAnswer, call, keyOf, queryClient, useAnswer } from '../../platform/session/session.ts'

export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const useRequest = (id: string) =>
  useAnswer(readApprovalRequest, { request_id: id }, { select: ({ request }) => request, refetchInterval: REFRESH_MS })

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
  const key = keyOf(readApprovalRequest, { request_id: request.id })
  cacheAnswer(key, () => ({ request }))
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => queryHash !== hashKey(key) && !isPreview(queryKey),
  })
}
