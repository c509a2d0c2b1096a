import { asCallFailure } from '@cashbox/client/call-failure'
import { listMoneyRequests, type MoneyRequest, readFourEyes, readMoneyRequest } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useList } from '../../platform/list.ts'
import { queryClient } from '../../platform/queries.ts'

const listKey = ['money requests']
const requestKey = (id: string) => ['money request', id]
const fourEyesKey = ['four eyes']

/** What an operator can decide about a request. */
export type Decision = 'approve' | 'refuse' | 'withdraw'

export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const useRequests = (filters: Parameters<typeof useList<typeof listMoneyRequests>>[2]) =>
  useList(listKey, listMoneyRequests, filters)

export const useRequest = (id: string) =>
  useQuery({ queryKey: requestKey(id), queryFn: ({ signal }) => findRequest(id, signal) })

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
  queryClient.setQueryData(requestKey(request.id), request)
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== request.id })
}

export const renewRequest = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === listKey[0] || queryKey[1] === id })

export const useFourEyes = () =>
  useQuery({ queryKey: fourEyesKey, queryFn: async ({ signal }) => call(readFourEyes, {}, { signal }) })

export const keepFourEyes = (fourEyes: Awaited<ReturnType<typeof call<typeof readFourEyes>>>): void => {
  queryClient.setQueryData(fourEyesKey, fourEyes)
}
