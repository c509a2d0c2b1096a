import { type Channel, listChannels } from '@cashbox/contract/operator'
import { cacheRow, useAnswer } from '../session/call.ts'

export const useChannels = () => useAnswer(listChannels, {}, { select: ({ list }) => list })

/** Without demo channels. */
export function useCurrencies(): readonly string[] {
  const channels = useChannels().data ?? []
  const codes = channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code)
  return [...new Set(codes)].toSorted()
}

/** Returns the answer of which it caches the channel. */
export function cacheChannel<Answer extends { readonly channel: Channel }>(answer: Answer): Answer {
  cacheRow(listChannels, answer.channel, ({ code }) => code)
  return answer
}
