import { type HeldTopup, listHeldTopups } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useList } from '../../platform/list.ts'
import { moneyKeys } from './money-keys.ts'
import { uuidPattern } from './requests.ts'

export const useHeldTopups = (filters: Parameters<typeof useList<typeof listHeldTopups>>[2]) =>
  useList(moneyKeys.heldTopups, listHeldTopups, filters)

/** One of them; null where none of that id is held any more. */
export const useHeldTopup = (id: string) =>
  useQuery({
    queryKey: moneyKeys.heldTopup(id),
    queryFn: async ({ signal }): Promise<HeldTopup | null> => {
      if (!uuidPattern.test(id)) return null
      return (await call(listHeldTopups, { topup_id: id }, { signal })).list[0] ?? null
    },
    enabled: id !== '',
  })
