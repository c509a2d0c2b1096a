import { logFailure } from '@cashbox/client/log'
import { askAgain } from '@cashbox/client/query-client'
import { checkWallets, getProfile, logOut, type User } from '@cashbox/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryClient } from '../live/queries.ts'
import { takePrefetchedUser } from './prefetch-user.ts'
import { signOut, useSession } from './session.ts'

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => (await takePrefetchedUser()) ?? (await call(getProfile, {}, { signal })).user,
  meta: { topics: ['balance', 'status'] },
})

export function useUserQuery() {
  const { token } = useSession()
  return useQuery({ ...userQuery, enabled: token !== null })
}

/** The signed-in agent, on screens that are only drawn once the agent is known. */
export function useUser(): User {
  const { data } = useUserQuery()
  if (!data) throw new Error('this screen needs a signed-in agent')
  return data
}

const keepUser = (user: User): void => void queryClient.setQueryData(userQuery.queryKey, user)

export const reloadUser = (): Promise<void> => askAgain(queryClient, userQuery)

export async function refreshWallets(): Promise<void> {
  const { user } = await call(checkWallets, {})
  keepUser(user)
}

/** Logging out doesn't wait longer for the server. */
const PATIENCE_MS = 3000

export async function endSession(): Promise<void> {
  await Promise.race([tellServer(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  signOut()
}

const tellServer = () =>
  call(logOut, {}, { ignoreErrors: true }).catch((error: unknown) =>
    logFailure('the log-out did not reach the server', error),
  )
