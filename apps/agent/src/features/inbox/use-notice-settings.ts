import { getNoticeSettings } from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { queryClient } from '../../platform/live/queries.ts'
import { readPushState } from './push.ts'

const settingKeys = { all: ['notice-settings'] as const }

/** What the agent has chosen, and whether this browser shows push messages. */
export const useNoticeSettings = () =>
  useQuery({
    queryKey: settingKeys.all,
    queryFn: async ({ signal }) => {
      const answer = await call(getNoticeSettings, {}, { signal })
      return { ...answer, pushState: await readPushState(answer.is_push_on) }
    },
    staleTime: 0,
  })

export const reloadNoticeSettings = (): Promise<void> => queryClient.invalidateQueries({ queryKey: settingKeys.all })
