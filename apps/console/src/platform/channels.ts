import { type Channel, listChannels } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryClient } from './queries.ts'

const channelsKey = ['channels']

/** All of the network's, with their fees. */
export const useChannels = () =>
  useQuery({
    queryKey: channelsKey,
    queryFn: async ({ signal }) => (await call(listChannels, {}, { signal })).list,
  })

/** What the server answered to a change, at once. */
export function keepChannel(channel: Channel): void {
  queryClient.setQueryData<readonly Channel[]>(channelsKey, (list = []) =>
    list.some(({ code }) => code === channel.code)
      ? list.map((known) => (known.code === channel.code ? channel : known))
      : [...list, channel],
  )
}
