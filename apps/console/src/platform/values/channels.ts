import { type Channel, listChannels } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call, keepAnswer } from '../session/call.ts'

const channelKeys = { all: ['channels'] as const }

/** All of the network's, with their fees. */
export const useChannels = () =>
  useQuery({
    queryKey: channelKeys.all,
    queryFn: async ({ signal }) => (await call(listChannels, {}, { signal })).list,
  })

/** The currencies of the real channels, by their codes. */
export function useCurrencies(): readonly string[] {
  const channels = useChannels().data ?? []
  const codes = channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code)
  return [...new Set(codes)].toSorted()
}

/** What the server answered to a change, at once. */
export function keepChannel(channel: Channel): void {
  keepAnswer<readonly Channel[]>(channelKeys.all, (list = []) =>
    list.some(({ code }) => code === channel.code)
      ? list.map((known) => (known.code === channel.code ? channel : known))
      : [...list, channel],
  )
}
