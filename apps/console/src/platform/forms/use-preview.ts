import { asCallFailure, type CallFailure } from '@cashbox/client/call-failure'
import type { Endpoint, InputOf, OutputOf } from '@cashbox/contract'
import { useDebounced } from '@cashbox/ui'
import { keepPreviousData, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { call, queryClient } from '../session/session.ts'

/** What a change would do, or why the server would refuse it. */
export type PreviewAnswer<E extends Endpoint> = { readonly input: InputOf<E> } & (
  | { readonly output: OutputOf<E>; readonly refusal: null }
  | { readonly output: null; readonly refusal: CallFailure }
)

export type Preview<E extends Endpoint> = ReturnType<typeof usePreview<E>>

const PAUSE_MS = 300
const REFUSED: ReadonlySet<number> = new Set([404, 409, 422])
const PREVIEW = 'preview'
const previewKeys = { answer: (path: string, text: string) => [PREVIEW, path, text] as const }

/** Previews must not be fetched again after the change: the server would refuse them. */
export const isPreview = (queryKey: QueryKey): boolean => queryKey[0] === PREVIEW

async function fetchAnswer<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<PreviewAnswer<E>> {
  try {
    return { input, output: await call(endpoint, input, { signal }), refusal: null }
  } catch (error) {
    const refusal = asCallFailure(error)
    if (!REFUSED.has(refusal.status)) throw error
    return { input, output: null, refusal }
  }
}

const answerQuery = <E extends Endpoint>(endpoint: E, text: string) =>
  queryOptions({
    queryKey: previewKeys.answer(endpoint.path, text),
    queryFn: ({ signal }) => fetchAnswer(endpoint, JSON.parse(text) as InputOf<E>, signal),
    staleTime: 0,
  })

/** Asks when typing pauses. The previous answer stays until the next one arrives. */
export function usePreview<E extends Endpoint>(endpoint: E, input: InputOf<E> | null) {
  const typed = JSON.stringify(input)
  const settled = useDebounced(typed, PAUSE_MS)
  const isIdle = typed === 'null'
  const isAsked = settled !== 'null'
  const query = useQuery({ ...answerQuery(endpoint, settled), enabled: isAsked, placeholderData: keepPreviousData })
  return {
    query,
    answer: isIdle ? undefined : query.data,
    /** Too little is filled in to ask. */
    isIdle,
    /** The answer is about the current values of the form. */
    isCurrent: typed === settled && !query.isPlaceholderData,
    /** Errors of fields that have not changed since. */
    errors: errorsOf(query.data, input),
    /** Asks once more, even when there is an answer already. */
    askNow: () => queryClient.fetchQuery(answerQuery(endpoint, typed)),
  }
}

function errorsOf<E extends Endpoint>(
  answer: PreviewAnswer<E> | undefined,
  input: InputOf<E> | null,
): Readonly<Record<string, string>> {
  if (!answer?.refusal || !input) return {}
  const [before, now] = [answer.input, input] as Readonly<Record<string, unknown>>[]
  return Object.fromEntries(
    Object.entries(answer.refusal.errors).flatMap(([field, [first]]) =>
      first !== undefined && before?.[field] === now?.[field] ? [[field, first]] : [],
    ),
  )
}
