import { type HeldTopup, listHeldTopups } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useList } from '../../platform/list/use-list.ts'
import { call } from '../../platform/session/call.ts'
import { uuidPattern } from './requests.ts'

const heldKeys = {
  list: ['held top-ups'] as const,
  one: (id: string) => ['held top-up', id] as const,
}

export const useHeldTopups = (filters: Parameters<typeof useList<typeof listHeldTopups>>[2]) =>
  useList(heldKeys.list, listHeldTopups, filters)

/** Null when the top-up is no longer held. */
export const useHeldTopup = (id: string) =>
  useQuery({
    queryKey: heldKeys.one(id),
    queryFn: async ({ signal }): Promise<HeldTopup | null> => {
      if (!uuidPattern.test(id)) return null
      return (await call(listHeldTopups, { topup_id: id }, { signal })).list[0] ?? null
    },
    enabled: id !== '',
  })
