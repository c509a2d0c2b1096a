import { type AlertDestination, alertKinds, listAlertDestinations } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { cacheRow, refresh, useAnswer } from '../../platform/session/call.ts'

const POLL_MS = 30_000
const TEST_POLL_MS = 1_000

/** Polled: deliveries and tests change on the server. */
export const useDestinations = () =>
  useAnswer(
    listAlertDestinations,
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        data?.list.some(({ last_test }) => last_test?.state === 'waiting') ? TEST_POLL_MS : POLL_MS,
    },
  )

/** Returns the answer of which it caches the destination. */
export function cacheDestination<Answer extends { readonly destination: AlertDestination }>(answer: Answer): Answer {
  cacheRow(listAlertDestinations, answer.destination, ({ id }) => id)
  return answer
}

export const refreshDestinations = () => refresh(listAlertDestinations.path)

/** Unknown kinds are shown by their code. */
export function useKindNames(): (kinds: readonly string[]) => string[] {
  const t = useTranslations('destinations.kind_names')
  return (kinds) =>
    kinds.map((code) => {
      const kind = alertKinds.find((one) => one === code)
      return kind ? t(kind) : code
    })
}
