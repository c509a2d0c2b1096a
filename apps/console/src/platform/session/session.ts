import { CallFailure } from '@cashbox/client/call-failure'
import { logFailure } from '@cashbox/client/log'
import { observable, useObservable } from '@cashbox/client/observable'
import type { Language } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { hashKey, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { currentLanguage } from '../language/language.ts'
import { switchLanguage } from '../language/load-language.ts'
import { forgetRecent } from '../recent-store.ts'
import { beginSession, call, queryClient, signedOutAnswers } from './call.ts'

const current = () => queryClient.getQueryData<api.OperatorSession | null>(sessionKeys.current)

export const sessionKeys = {
  current: ['session', 'current'] as const,
  enrolment: ['session', 'enrolment'] as const,
}

/** The operator of everything below; another operator gets a fresh tree. */
export const OperatorContext = createContext<api.OperatorSession['operator'] | null>(null)

const wasEnded = observable(false)

let isChosenAtLogIn = false

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('cashbox-console') : null

/** Null when no one is logged in. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: sessionKeys.current,
    queryFn: async ({ signal }): Promise<api.OperatorSession | null> => {
      try {
        const { session } = await call(api.readSession, {}, { signal })
        if (session.operator.language !== null) await switchLanguage(session.operator.language)
        return session
      } catch (error) {
        if (error instanceof CallFailure && error.status === 401) return null
        throw error
      }
    },
    refetchOnWindowFocus: 'always',
  })

/** Only below `OperatorContext`. */
export function useOperator(): api.OperatorSession['operator'] {
  const operator = useContext(OperatorContext)
  if (!operator) throw new Error('this page needs an operator who is logged in')
  return operator
}

/** The session ended by itself, and the log-in page says so. */
export const useWasEnded = (): boolean => useObservable(wasEnded)

export async function applySession(session: api.OperatorSession): Promise<void> {
  wasEnded.set(false)
  if (session.needs === null) await settleLanguage(session.operator)
  replaceSession(session)
  if (session.needs === null) tellOtherTabs()
}

/** Late answers to the previous session must not affect this one. */
function replaceSession(session: api.OperatorSession | null) {
  beginSession()
  void queryClient.cancelQueries({ queryKey: sessionKeys.current })
  queryClient.setQueryData(sessionKeys.current, session)
}

/** Saved for the operator once they have logged in. */
export async function chooseLanguageAtLogIn(language: Language): Promise<void> {
  isChosenAtLogIn = true
  await switchLanguage(language)
}

/** The operator's own language, unless they have just chosen another, or never chose one. */
async function settleLanguage({ language }: api.OperatorSession['operator']) {
  if (language !== null && !isChosenAtLogIn) return switchLanguage(language)
  isChosenAtLogIn = false
  const failed = (error: unknown) => logFailure('the language could not be saved', error)
  return call(api.setOwnLanguage, { language: currentLanguage() }).then(() => undefined, failed)
}

/** Changes the operator's language here, in their other tabs and in e-mails. */
export async function chooseOwnLanguage(language: Language): Promise<void> {
  await call(api.setOwnLanguage, { language })
  // A pending answer would bring the earlier language back.
  await queryClient.cancelQueries({ queryKey: sessionKeys.current })
  await switchLanguage(language)
  await queryClient.invalidateQueries()
  tellOtherTabs()
}

/** Logged out on purpose. */
export function dropSession(): void {
  forgetEverything()
  tellOtherTabs()
}

function forgetEverything() {
  const operator = current()?.operator
  if (operator) forgetRecent(operator.id)
  // The session first, so that no mounted page fetches its data again.
  replaceSession(null)
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(sessionKeys.current) })
}

function tellOtherTabs() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  otherTabs?.postMessage('changed')
}

/** Reacts to the end of the session at once, in this tab and in the others. */
export function followSession(): void {
  signedOutAnswers.subscribe(() => {
    if (!current()) return
    wasEnded.set(true)
    forgetEverything()
  })
  otherTabs?.addEventListener('message', () => void queryClient.invalidateQueries())
}

/** From the contract, so that what is shown and what is allowed can't differ. Nothing before the log-in. */
export function useMay(endpoint: Pick<api.OperatorEndpoint, 'roles'>): boolean {
  const operator = useContext(OperatorContext)
  return operator !== null && api.rolesOf(endpoint).includes(operator.role)
}
