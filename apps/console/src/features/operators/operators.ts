import { type KnownOperator, listOperators } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { cacheAnswer, call } from '../../platform/session/call.ts'

const operatorKeys = { all: ['operators'] as const }

export const useOperators = () =>
  useQuery({
    queryKey: operatorKeys.all,
    queryFn: async ({ signal }) => (await call(listOperators, {}, { signal })).list,
  })

export function cacheOperator(operator: KnownOperator): void {
  cacheAnswer<readonly KnownOperator[]>(operatorKeys.all, (list = []) => [
    ...list.filter(({ id }) => id !== operator.id),
    operator,
  ])
}
