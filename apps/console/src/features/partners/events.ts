import type { InputOf } from '@cashbox/contract'
import { type LoggedEvent, listPartnerEvents } from '@cashbox/contract/operator'
import type { EventState } from '@cashbox/contract/partner'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useList } from '../../platform/list.ts'
import { queryClient } from '../../platform/queries.ts'

const eventKeys = {
  all: ['partner events'] as const,
  lists: ['partner events', 'list'] as const,
  event: (code: string, id: string) => ['partner events', 'event', code, id] as const,
}

const RENEW_MS = 10_000
/** More than a screen shows, and quick to draw. */
const AT_ONCE = '25'

export type EventFilters = Omit<InputOf<typeof listPartnerEvents>, 'cursor' | 'code'>

/** The log changes by itself, so it is asked for again and again. */
export const useEvents = (code: string, filters: EventFilters) =>
  useList(eventKeys.lists, listPartnerEvents, { limit: AT_ONCE, ...filters, code }, RENEW_MS)

/** A list of the one event, or of none. */
export const useEvent = (code: string, id: string) =>
  useQuery({
    queryKey: eventKeys.event(code, id),
    queryFn: async ({ signal }) => (await call(listPartnerEvents, { code, event_id: id }, { signal })).list,
    refetchInterval: ({ state: { data } }) => (data?.[0]?.delivered_at === null ? RENEW_MS : false),
  })

export const renewEvents = () => queryClient.invalidateQueries({ queryKey: eventKeys.all })

export function eventStateOf({ delivered_at, attempts }: LoggedEvent): EventState {
  if (delivered_at !== null) return 'delivered'
  return attempts[0]?.problem ? 'failed' : 'pending'
}
