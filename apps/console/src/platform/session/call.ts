import { type CallOptions, createCall } from '@cashbox/client/call'
import { CallFailure } from '@cashbox/client/call-failure'
import { observable } from '@cashbox/client/observable'
import { createQueryClient } from '@cashbox/client/query-client'
import type { Endpoint, InputOf, OutputOf } from '@cashbox/contract'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { currentLanguage } from '../language/language.ts'

interface ConsoleCallOptions extends CallOptions {
  /** Polling must not extend the session of an operator who has left the desk. */
  readonly isUnattended?: boolean
}

export const API_BASE = '/operator/v1'
const REQUEST_TIMEOUT_MS = 30_000

/** Counts 401 answers. */
export const signedOutAnswers = observable(0)

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

export const beginSession = () => {
  sessionNumber += 1
}

/** Every failure is thrown as a CallFailure. */
export const call: typeof send = async (endpoint, input, options) => {
  const askedIn = sessionNumber
  try {
    return await send(endpoint, input, options)
  } catch (error) {
    const isSignedOut = error instanceof CallFailure && error.status === 401
    // An answer to an earlier session says nothing about this one.
    if (isSignedOut && askedIn === sessionNumber) signedOutAnswers.set(signedOutAnswers.get() + 1)
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
