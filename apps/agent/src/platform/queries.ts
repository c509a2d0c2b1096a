import { createQueryClient } from '@cashbox/client/query-client'

const FRESH_MS = 15_000

export const queryClient = createQueryClient(FRESH_MS)

/** Marks a query that anyone may see. The rest belongs to the agent who is signed in. */
export const forAnyone = { isForAnyone: true } as const

export const forgetAgentData = (): void =>
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['isForAnyone'] !== true })
