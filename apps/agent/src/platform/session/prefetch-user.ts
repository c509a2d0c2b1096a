import { getProfile, type User } from '@cashbox/contract'
import { call } from '../call.ts'
import { currentSession } from './session.ts'

/** What is known of the agent from before the agents' side of the app was there. It is used once, in its session. */
let early: { readonly token: string | null; readonly user: Promise<User | null> } | null = null

/** Asks before there is a screen to wait for the answer. After a failure the screen asks again, and says so. */
export function prefetchUser(): void {
  const user = call(getProfile, {}).then(
    (answer) => answer.user,
    () => null,
  )
  early = { token: currentSession().token, user }
}

/** The log-in has it already. */
export const keepPrefetchedUser = (token: string, user: User): void => {
  early = { token, user: Promise.resolve(user) }
}

export async function takePrefetchedUser(): Promise<User | null> {
  const taken = early
  early = null
  return taken?.token === currentSession().token ? taken.user : null
}

let shown = false

/** Whether the agent sees screens of their own, and so has to be told when the session ends. */
export const isAgentShown = (): boolean => shown

/** Until the answered function is called. */
export function noteAgentShown(): () => void {
  shown = true
  return () => {
    shown = false
  }
}
