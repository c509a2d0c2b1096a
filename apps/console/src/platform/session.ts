import { CallFailure } from '@cashbox/client/call-failure'
import { observable, useObservable } from '@cashbox/client/observable'
import { type OperatorSession, readSession } from '@cashbox/contract/operator'
import { hashKey, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, signedOutAnswers } from './call.ts'
import { queryClient } from './queries.ts'

export const sessionKeys = {
  current: ['session', 'current'] as const,
  enrolment: ['session', 'enrolment'] as const,
  own: ['session', 'own'] as const,
  passkeys: ['session', 'passkeys'] as const,
}

/** Who is logged in; null when no one is. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: sessionKeys.current,
    queryFn: async ({ signal }): Promise<OperatorSession | null> => {
      try {
        return (await call(readSession, {}, { signal })).session
      } catch (error) {
        if (error instanceof CallFailure && error.status === 401) return null
        throw error
      }
    },
    refetchOnWindowFocus: 'always',
  })

/** Who everything below is drawn for: it changes only together with all of it. */
export const OperatorContext = createContext<OperatorSession['operator'] | null>(null)

/** The operator who is logged in, on pages that are only drawn once that is known. */
export function useOperator(): OperatorSession['operator'] {
  const operator = useContext(OperatorContext)
  if (!operator) throw new Error('this page needs an operator who is logged in')
  return operator
}

const wasEnded = observable(false)
/** The session ended by itself, so the log-in page says why. */
export const useWasEnded = (): boolean => useObservable(wasEnded)

const current = () => queryClient.getQueryData<OperatorSession | null>(sessionKeys.current)

/** Takes over what the server said of the session. */
export function keepSession(session: OperatorSession): void {
  wasEnded.set(false)
  queryClient.setQueryData(sessionKeys.current, session)
  if (session.needs === null) tellOtherTabs()
}

/** Logged out on purpose. */
export function dropSession(): void {
  forgetEverything()
  tellOtherTabs()
}

function forgetEverything() {
  // The session first: what it hides must not be asked for again.
  queryClient.setQueryData(sessionKeys.current, null)
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(sessionKeys.current) })
}

const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('cashbox-console') : null

function tellOtherTabs() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  otherTabs?.postMessage('changed')
}

/** From now on: an end of the session counts at once, in this tab and in the others. */
export function followSession(): void {
  signedOutAnswers.subscribe(() => {
    if (!current()) return
    wasEnded.set(true)
    forgetEverything()
  })
  otherTabs?.addEventListener('message', () => void queryClient.invalidateQueries())
}
