import { type CallOptions, createCall } from '@cashbox/client/call'
import { CallFailure } from '@cashbox/client/call-failure'
import { logFailure } from '@cashbox/client/log'
import { observable, useObservable } from '@cashbox/client/observable'
import { createQueryClient } from '@cashbox/client/query-client'
import type { Endpoint, InputOf, Language, OutputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { currentLanguage } from '../language/language.ts'
import { switchLanguage } from '../language/load-language.ts'
import { forgetRecent } from '../recent-store.ts'

interface ConsoleCallOptions extends CallOptions {
  /** Polling must not extend the session of an operator who has left the desk. */
  readonly isUnattended?: boolean
}

export const API_BASE = '/operator/v1'
const REQUEST_TIMEOUT_MS = 30_000

/** The page can't read the cookie, so it numbers its sessions. */
let sessionNumber = 0

const send = createCall<ConsoleCallOptions>({
  base: API_BASE,
  timeoutMs: REQUEST_TIMEOUT_MS,
  headers: ({ isUnattended = false }) => ({
    // Proves that the call comes from the console, and not from another site with the operator's cookie.
    'x-cashbox-console': '1',
    'x-language': currentLanguage(),
    ...(isUnattended ? { 'x-cashbox-unattended': '1' } : {}),
  }),
})

const FRESH_MS = 10_000

export const queryClient = createQueryClient(FRESH_MS)

/** Every failure is thrown as a CallFailure. */
export const call: typeof send = async (endpoint, input, options) => {
  const askedIn = sessionNumber
  try {
    return await send(endpoint, input, options)
  } catch (error) {
    const isSignedOut = error instanceof CallFailure && error.status === 401
    // An answer to an earlier session says nothing about this one.
    if (isSignedOut && askedIn === sessionNumber) endSession()
    throw error
  }
}

type AnswerOptions<E extends Endpoint, Data> = Omit<UseQueryOptions<OutputOf<E>, Error, Data>, 'queryKey' | 'queryFn'> &
  Pick<ConsoleCallOptions, 'isUnattended'>

/** The row type of a call that answers with a list. */
export type RowOf<E extends Endpoint> = OutputOf<E> extends { list: readonly (infer Row)[] } ? Row : never

export const keyOf = (endpoint: Endpoint, input: unknown = {}) => [endpoint.path, input] as const

/** The answer to a call, cached under its path and input. What is polled is unattended unless the options say otherwise. */
export const useAnswer = <E extends Endpoint, Data = OutputOf<E>>(
  endpoint: E,
  input: InputOf<E>,
  { isUnattended, ...options }: AnswerOptions<E, Data> = {},
) =>
  useQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }): Promise<OutputOf<E>> =>
      call(endpoint, input, { signal, isUnattended: isUnattended ?? options.refetchInterval !== undefined }),
    ...options,
  })

/** Shows the server's answer at once. A fetch in progress may be older than the change, so it is repeated. */
export function cacheAnswer<Data>(queryKey: QueryKey, keep: (known: Data | undefined) => Data | undefined): void {
  const isAsked = queryClient.isFetching({ queryKey, exact: true }) > 0
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Data>(queryKey, keep)
  if (isAsked) void queryClient.invalidateQueries({ queryKey, exact: true })
}

/** Replaces a row of a list that is fetched as a whole, or adds it. */
export function cacheRow<E extends Endpoint>(endpoint: E, row: RowOf<E>, idOf: (row: RowOf<E>) => string): void {
  cacheAnswer<{ readonly list: readonly RowOf<E>[] }>(keyOf(endpoint), (known) => {
    if (!known) return known
    const isKnown = known.list.some((one) => idOf(one) === idOf(row))
    const list = known.list.map((one) => (idOf(one) === idOf(row) ? row : one))
    return { ...known, list: isKnown ? list : [...list, row] }
  })
}

/** Caches the row that an answer has under that name, and returns the answer. */
export const rowCache =
  <E extends Endpoint, Name extends string>(endpoint: E, name: Name, idOf: (row: RowOf<E>) => string) =>
  <Answer extends Readonly<Record<Name, RowOf<E>>>>(answer: Answer): Answer => {
    cacheRow(endpoint, answer[name], idOf)
    return answer
  }

/** Fetches again what the calls with these paths, or below them, have answered. */
export const refresh = (...paths: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some((one) => path === one || String(path).startsWith(`${one}/`)),
  })

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
  sessionNumber += 1
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

/** The session has ended by itself. */
function endSession() {
  if (!current()) return
  wasEnded.set(true)
  forgetEverything()
}

/** Reacts at once to a log-in or log-out in another tab. */
export const followOtherTabs = (): void =>
  otherTabs?.addEventListener('message', () => void queryClient.invalidateQueries())

/** From the contract, so that what is shown and what is allowed can't differ. Nothing before the log-in. */
export function useMay(endpoint: Pick<api.OperatorEndpoint, 'roles'>): boolean {
  const operator = useContext(OperatorContext)
  return operator !== null && api.rolesOf(endpoint).includes(operator.role)
}
