import { createQueryClient } from '@cashbox/client/query-client'

const FRESH_MS = 10_000

export const queryClient = createQueryClient(FRESH_MS)
