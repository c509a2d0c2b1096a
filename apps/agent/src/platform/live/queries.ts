import { observable, useObservable } from '@cashbox/client/observable'
import { askAgain, createQueryClient } from '@cashbox/client/query-client'
import { type Endpoint, type InputOf, type LiveTopic, liveTopics } from '@cashbox/contract'
import { queryOptions } from '@tanstack/react-query'
import { type AgentCallOptions, call } from '../call.ts'
import { listen } from '../events.ts'

/** With live updates, answers go stale only because fees and limits may start on a date. */
const REPORTED_FRESH_MS = 10 * 60_000
const FRESH_MS = 15_000

export const queryClient = createQueryClient(() => (hearsChanges() ? REPORTED_FRESH_MS : FRESH_MS))

declare module '@tanstack/react-query' {
  interface Register {
    /** Changes after which the server is asked again. */
    queryMeta: { readonly topics?: readonly LiveTopic[] }
  }
}

// Visible queries refetch now, the others when they are next shown.
for (const topic of liveTopics)
  listen(topic, () => void askAgain(queryClient, { predicate: ({ meta }) => meta?.topics?.includes(topic) === true }))

interface AnswerOptions extends Pick<AgentCallOptions, 'ignore403' | 'ignoreErrors'> {
  readonly topics?: readonly LiveTopic[]
}

/** The query for what the server answers to a call. */
export const answerTo = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { topics = [], ...options }: AnswerOptions = {},
) =>
  queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
    meta: { topics },
  })

export const forgetAgentData = (): void => queryClient.removeQueries()

/** The server sends a heartbeat every 15 s, so after this the connection is dead. */
const SILENCE_MS = 40_000

const connected = observable(true)
let heardAt = Number.NEGATIVE_INFINITY

export const setConnected = connected.set

export const noteHeard = (): void => {
  heardAt = Date.now()
}

/** False while live updates may be missed. */
export const useIsLive = (): boolean => useObservable(connected)

const hearsChanges = (): boolean => connected.get() && Date.now() - heardAt < SILENCE_MS
