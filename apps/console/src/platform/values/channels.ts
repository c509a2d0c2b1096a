import { listChannels, listPartners } from '@cashbox/contract/operator'
import { rowCache, useAnswer } from '../session/session.ts'

export const useChannels = () => useAnswer(listChannels, {}, { select: ({ list }) => list })

/** The name of a channel by its code; the code while channels are loading. */
export function useChannelName(): (code: string) => string {
  const channels = useChannels().data
  return (code) => channels?.find((channel) => channel.code === code)?.name ?? code
}

/** For their names; empty while they are loading. */
export const usePartnerList = () => useAnswer(listPartners, {}, { select: ({ list }) => list }).data ?? []

/** Without demo channels. */
export function useCurrencies(): readonly string[] {
  const channels = useChannels().data ?? []
  const codes = channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code)
  return [...new Set(codes)].toSorted()
}

export const cacheChannel = rowCache(listChannels, 'channel', ({ code }) => code)
