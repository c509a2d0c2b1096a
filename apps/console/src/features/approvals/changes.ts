import { asCallFailure } from '@cashbox/client/call-failure'
import type { InputOf } from '@cashbox/contract'
import { type ChangeRequest, listChangeRequests, readChangeRequest } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { changeKeys, REFRESH_MS } from '../../platform/change-requests.ts'
import { useList } from '../../platform/list.ts'
import { queryClient } from '../../platform/queries.ts'

export const useChanges = (filters: Omit<InputOf<typeof listChangeRequests>, 'limit' | 'cursor'>) =>
  useList(changeKeys.lists, listChangeRequests, filters, REFRESH_MS)

/** Null where the server has none of that id. */
export const useChange = (id: string) =>
  useQuery({
    queryKey: changeKeys.request(id),
    queryFn: async ({ signal }): Promise<ChangeRequest | null> => {
      try {
        return (await call(readChangeRequest, { request_id: id }, { signal, isUnattended: true })).request
      } catch (error) {
        if ([404, 422].includes(asCallFailure(error).status ?? 0)) return null
        throw error
      }
    },
    refetchInterval: REFRESH_MS,
  })

/** What the server said of a change. It can show on any page, so all of them ask again. */
export function keepChange(request: ChangeRequest): void {
  queryClient.setQueryData(changeKeys.request(request.id), request)
  void queryClient.invalidateQueries()
}

export const renewChange = () => queryClient.invalidateQueries({ queryKey: changeKeys.all })
