import type { OutputOf } from '@cashbox/contract'
import { type AlertDestination, alertKinds, listAlertDestinations } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

const destinationKeys = { all: ['alert destinations'] as const }
type Known = OutputOf<typeof listAlertDestinations>

const POLL_MS = 30_000
/** While a test is on its way. */
const TEST_POLL_MS = 1_000

/** Polled: deliveries and tests change on the server. */
export const useDestinations = () =>
  useQuery({
    queryKey: destinationKeys.all,
    queryFn: ({ signal }) => call(listAlertDestinations, {}, { signal, isUnattended: true }),
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ last_test }) => last_test?.state === 'waiting') ? TEST_POLL_MS : POLL_MS,
  })

export function cacheDestination(destination: AlertDestination): void {
  cacheAnswer<Known>(destinationKeys.all, (known) => {
    if (!known) return known
    const isKnown = known.list.some(({ id }) => id === destination.id)
    const list = known.list.map((one) => (one.id === destination.id ? destination : one))
    return { ...known, list: isKnown ? list : [...list, destination] }
  })
}

export const refreshDestinations = () => queryClient.invalidateQueries({ queryKey: destinationKeys.all })

/** Unknown kinds are shown by their code. */
export function useKindNames(): (kinds: readonly string[]) => string[] {
  const t = useTranslations('destinations.kind_names')
  return (kinds) =>
    kinds.map((code) => {
      const kind = alertKinds.find((one) => one === code)
      return kind ? t(kind) : code
    })
}
