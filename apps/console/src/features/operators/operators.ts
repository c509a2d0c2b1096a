import { type KnownOperator, listOperators } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { queryClient } from '../../platform/queries.ts'

const operatorsKey = ['operators']

export const useOperators = () =>
  useQuery({
    queryKey: operatorsKey,
    queryFn: async ({ signal }) => (await call(listOperators, {}, { signal })).list,
  })

/** What the server answered to a change, at once. */
export function keepOperator(operator: KnownOperator): void {
  queryClient.setQueryData<readonly KnownOperator[]>(operatorsKey, (list = []) => [
    ...list.filter(({ id }) => id !== operator.id),
    operator,
  ])
}
