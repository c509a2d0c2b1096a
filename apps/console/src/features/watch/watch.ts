import { listAlerts, readToday } from '@cashbox/contract/operator'
import { useAnswer } from '../../platform/session/call.ts'

const POLL_MS = 30_000

/** Polled while the page is visible. */
const refreshing = { refetchInterval: POLL_MS, staleTime: 0 } as const

export const useToday = () => useAnswer(readToday, {}, { select: ({ today }) => today, ...refreshing })

/** The worst first. */
export const useAlerts = () => useAnswer(listAlerts, {}, { select: ({ list }) => list, ...refreshing })
