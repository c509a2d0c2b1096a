import { asCallFailure, type CallFailure } from '@cashbox/client/call-failure'
import { type MoneyKind, type MoneyPreview, previewMoneyRequest } from '@cashbox/contract/operator'
import { useDebounced } from '@cashbox/ui'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { queryClient } from '../../platform/queries.ts'
import { moneyKeys } from './money-keys.ts'
import { type PreviewInput, previewInput, type RequestValues } from './request-values.ts'

const PAUSE_MS = 300
const REFUSED: ReadonlySet<number> = new Set([404, 409, 422])

/** What the server says of a request before it is sent: what it would do, or why it can't be done. */
export type PreviewAnswer = { readonly input: PreviewInput } & (
  | { readonly preview: MoneyPreview; readonly refusal: null }
  | { readonly preview: null; readonly refusal: CallFailure }
)

async function fetchAnswer(input: PreviewInput, signal: AbortSignal): Promise<PreviewAnswer> {
  try {
    return { input, preview: (await call(previewMoneyRequest, input, { signal })).preview, refusal: null }
  } catch (error) {
    const refusal = asCallFailure(error)
    if (!REFUSED.has(refusal.status)) throw error
    return { input, preview: null, refusal }
  }
}

const answerQuery = (text: string) =>
  queryOptions({
    queryKey: moneyKeys.preview(text),
    queryFn: ({ signal }) => fetchAnswer(JSON.parse(text) as PreviewInput, signal),
    staleTime: 0,
  })

/** What the form would do, asked of the server when the typing pauses. Until it answers, the answer before stays. */
export function usePreview(kind: MoneyKind, values: RequestValues) {
  const input = previewInput(kind, values)
  const typed = JSON.stringify(input)
  const asked = useDebounced(typed, PAUSE_MS)
  const isAsked = asked !== 'null'
  const query = useQuery({ ...answerQuery(asked), enabled: isAsked, placeholderData: keepPreviousData })
  return {
    query,
    answer: isAsked ? query.data : undefined,
    /** Too little is filled in to ask. */
    isIdle: !isAsked,
    /** The answer is about what stands in the form. */
    isCurrent: typed === asked && !query.isPlaceholderData,
    /** The server's words about fields that have not been changed since. */
    errors: errorsOf(query.data, input),
    /** Asks once more, whatever was answered before. */
    askNow: () => queryClient.fetchQuery(answerQuery(typed)),
  }
}

function errorsOf(answer: PreviewAnswer | undefined, input: PreviewInput | null): Readonly<Record<string, string>> {
  if (!answer?.refusal || !input) return {}
  const [before, now] = [answer.input, input] as Readonly<Record<string, unknown>>[]
  return Object.fromEntries(
    Object.entries(answer.refusal.errors).flatMap(([field, [first]]) =>
      first !== undefined && before?.[field] === now?.[field] ? [[field, first]] : [],
    ),
  )
}
