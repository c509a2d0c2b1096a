import { getProfile, type User } from '@cashbox/contract'
import { call } from '../call.ts'
import { currentSession } from './session.ts'

/** The profile, requested before the agents' code is loaded. Used once, in its session. */
let early: { readonly token: string | null; readonly user: Promise<User | null> } | null = null

/** After a failure the screen requests the profile again. */
export function prefetchUser(): void {
  const user = call(getProfile, {}).then(
    (answer) => answer.user,
    () => null,
  )
  early = { token: currentSession().token, user }
}

/** The log-in answer contains the user. */
export const keepPrefetchedUser = (token: string, user: User): void => {
  early = { token, user: Promise.resolve(user) }
}

export async function takePrefetchedUser(): Promise<User | null> {
  const taken = early
  early = null
  return taken?.token === currentSession().token ? taken.user : null
}

let shown = false

/** Whether the agent sees a screen, so that the end of the session needs a toast. */
export const isAgentShown = (): boolean => shown

/** Returns the function that ends it. */
export function noteAgentShown(): () => void {
  shown = true
  return () => {
    shown = false
  }
}
