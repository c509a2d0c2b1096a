import { logFailure } from '@cashbox/client/log'
import { logOut } from '@cashbox/contract'
import { call } from './call.ts'
import { signOut } from './session.ts'

/** An agent who leaves the counter is logged out soon, with or without a network. */
const PATIENCE_MS = 3000

/** Ends the session on the server and on this device. */
export async function endSession(): Promise<void> {
  await Promise.race([tellServer(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  signOut()
}

const tellServer = () =>
  call(logOut, {}, { ignoreErrors: true }).catch((error: unknown) =>
    logFailure('the log-out did not reach the server', error),
  )
