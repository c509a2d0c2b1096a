import { listAlerts, readToday } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/session/call.ts'

const watchKeys = { today: ['watch', 'today'] as const, alerts: ['watch', 'alerts'] as const }

const POLL_MS = 30_000

/** Polled while the page is visible. */
const refreshing = { refetchInterval: POLL_MS, staleTime: 0 } as const

export const useToday = () =>
  useQuery({
    queryKey: watchKeys.today,
    queryFn: async ({ signal }) => (await call(readToday, {}, { signal, isUnattended: true })).today,
    ...refreshing,
  })

/** The worst first. */
export const useAlerts = () =>
  useQuery({
    queryKey: watchKeys.alerts,
    queryFn: async ({ signal }) => (await call(listAlerts, {}, { signal, isUnattended: true })).list,
    ...refreshing,
  })
