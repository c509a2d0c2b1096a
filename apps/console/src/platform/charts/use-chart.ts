import type { Endpoint, InputOf } from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/call.ts'

const chartKeys = { one: (path: string, input: object) => ['charts', path, input] as const }

export const useChart = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  useQuery({
    queryKey: chartKeys.one(endpoint.path, input as object),
    queryFn: ({ signal }) => call(endpoint, input, { signal, isUnattended: true }),
    placeholderData: (before) => before,
  })
