import { getDictionaries, getSettings, type OutputOf, type Settings } from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './call.ts'
import { useWords } from './language.ts'
import { logFailure } from './log.ts'

const SETTINGS_FRESH_MS = 60_000
const DICTIONARIES_FRESH_MS = 60 * 60_000

/** Stands in until the server has answered, and when it can't. */
const unknownSettings: Settings = {
  is_off_maintenance: true,
  telegram_link: null,
  partner_name: 'Cashbox',
  brand_color: '',
  currentTimezone: 'UTC',
}

export function useSettingsQuery() {
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(getSettings, {}, { signal, ignoreErrors: true }),
    staleTime: SETTINGS_FRESH_MS,
    refetchInterval: SETTINGS_FRESH_MS,
  })
  useLogged('the settings could not be loaded', query.error)
  return query
}

export const useSettings = (): Settings => useSettingsQuery().data ?? unknownSettings

type Dictionaries = OutputOf<typeof getDictionaries>

const noDictionaries: Dictionaries = { countries: [], languages: [], messengers: [], timezones: [] }

/** Countries, messengers, languages and time zones, named in the chosen language. */
export function useDictionaries(): Dictionaries & { readonly isLoading: boolean } {
  const { language } = useWords()
  const { data, error, isLoading } = useQuery({
    queryKey: ['dictionaries', language],
    queryFn: ({ signal }) => call(getDictionaries, {}, { signal, ignoreErrors: true }),
    staleTime: DICTIONARIES_FRESH_MS,
    placeholderData: (previous) => previous,
  })
  useLogged('the dictionaries could not be loaded', error)
  return { ...(data ?? noDictionaries), isLoading }
}

export function useLogged(what: string, error: unknown): void {
  useEffect(() => {
    if (error) logFailure(what, error)
  }, [what, error])
}
