import { type Channel, listChannels } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { cacheAnswer, call } from '../session/call.ts'

const channelKeys = { all: ['channels'] as const }

export const useChannels = () =>
  useQuery({
    queryKey: channelKeys.all,
    queryFn: async ({ signal }) => (await call(listChannels, {}, { signal })).list,
  })

/** Without demo channels. */
export function useCurrencies(): readonly string[] {
  const channels = useChannels().data ?? []
  const codes = channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code)
  return [...new Set(codes)].toSorted()
}

export function cacheChannel(channel: Channel): void {
  cacheAnswer<readonly Channel[]>(channelKeys.all, (list = []) =>
    list.some(({ code }) => code === channel.code)
      ? list.map((known) => (known.code === channel.code ? channel : known))
      : [...list, channel],
  )
}
