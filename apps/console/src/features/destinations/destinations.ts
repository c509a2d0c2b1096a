import { listAlertDestinations } from '@cashbox/contract/operator'
import { refresh, rowCache, useAnswer } from '../../platform/session/session.ts'

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

export const cacheDestination = rowCache(listAlertDestinations, 'destination', ({ id }) => id)

export const refreshDestinations = () => refresh(listAlertDestinations.path)
