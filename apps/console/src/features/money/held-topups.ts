import { listHeldTopups } from '@cashbox/contract/operator'
import { type ListInput, useList } from '../../platform/list/use-list.ts'
import { useAnswer } from '../../platform/session/answers.ts'

export const useHeldTopups = (filters: ListInput<typeof listHeldTopups>) => useList(listHeldTopups, filters)

/** Null when the top-up is no longer held. */
export const useHeldTopup = (id: string) =>
  useAnswer(listHeldTopups, { topup_id: id }, { select: ({ list }) => list[0] ?? null })
