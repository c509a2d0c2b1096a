import { listChannels, listPartners } from '@cashbox/contract/operator'
import { rowCache, useAnswer } from '../session/session.ts'

export const useChannels = () => useAnswer(listChannels, {}, { select: ({ list }) => list })

/** For their names; empty while they are loading. */
export const usePartnerList = () => useAnswer(listPartners, {}, { select: ({ list }) => list }).data ?? []

/** Without demo channels. */
export function useCurrencies(): readonly string[] {
  const channels = useChannels().data ?? []
  const codes = channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code)
  return [...new Set(codes)].toSorted()
}

export const cacheChannel = rowCache(listChannels, 'channel', ({ code }) => code)
