import { createQueryClient } from '@cashbox/client/query-client'
import { hearsChanges } from './live-state.ts'

/** While every change is reported, an answer is old only because fees and limits may begin on a date. */
const REPORTED_FRESH_MS = 10 * 60_000
const FRESH_MS = 15_000

/** What the server has told the signed-in agent. */
export const queryClient = createQueryClient(() => (hearsChanges() ? REPORTED_FRESH_MS : FRESH_MS))

export const forgetAgentData = (): void => queryClient.removeQueries()
