import type { OutputOf } from '@cashbox/contract'
import { type AlertDestination, alertKinds, listAlertDestinations } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call, keepAnswer, queryClient } from '../../platform/session/call.ts'

const destinationKeys = { all: ['alert destinations'] as const }
type Known = OutputOf<typeof listAlertDestinations>

const RENEW_MS = 30_000
/** While a test is on its way. */
const RENEW_SOON_MS = 1_000

/** What was sent and tested changes by itself, so it is asked for again and again. */
export const useDestinations = () =>
  useQuery({
    queryKey: destinationKeys.all,
    queryFn: ({ signal }) => call(listAlertDestinations, {}, { signal, isUnattended: true }),
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ last_test }) => last_test?.state === 'waiting') ? RENEW_SOON_MS : RENEW_MS,
  })

/** What the server answered to a change, at once. */
export function keepDestination(destination: AlertDestination): void {
  keepAnswer<Known>(destinationKeys.all, (known) => {
    if (!known) return known
    const isKnown = known.list.some(({ id }) => id === destination.id)
    const list = known.list.map((one) => (one.id === destination.id ? destination : one))
    return { ...known, list: isKnown ? list : [...list, destination] }
  })
}

export const renewDestinations = () => queryClient.invalidateQueries({ queryKey: destinationKeys.all })

/** The names of kinds of alerts; one that this version does not know keeps its code. */
export function useKindNames(): (kinds: readonly string[]) => string[] {
  const t = useTranslations('destinations.kind_names')
  return (kinds) =>
    kinds.map((code) => {
      const kind = alertKinds.find((one) => one === code)
      return kind ? t(kind) : code
    })
}
