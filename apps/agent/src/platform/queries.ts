import { createQueryClient } from '@cashbox/client/query-client'

const FRESH_MS = 15_000

export const queryClient = createQueryClient(FRESH_MS)

/** What anyone may see; the rest belongs to the agent who is signed in. */
const PUBLIC_QUERIES = new Set(['settings', 'dictionaries'])

export const forgetAgentData = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !PUBLIC_QUERIES.has(String(name)) })
