import { readMapSettings } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/call.ts'

/** Changes only with the server's configuration. */
export const useMapSettings = () =>
  useQuery({
    queryKey: ['map', 'settings'],
    queryFn: ({ signal }) => call(readMapSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
