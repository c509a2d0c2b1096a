import { logFailure } from '@cashbox/client/log'
import { getDictionaries, getSettings, type Language, type OutputOf, type Settings } from '@cashbox/contract'
import { pageTags } from '@cashbox/contract/app-page'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './call.ts'
import { useWords } from './language.ts'
import { forAnyone, queryClient } from './queries.ts'

const settingsKeys = { all: ['settings'] as const }

const dictionaryKeys = {
  all: ['dictionaries'] as const,
  inLanguage: (language: Language) => [...dictionaryKeys.all, language] as const,
}

const SETTINGS_FRESH_MS = 60_000
const DICTIONARIES_FRESH_MS = 60 * 60_000

/** Used until the server has answered, and when it can't. */
const unknownSettings: Settings = {
  is_off_maintenance: true,
  telegram_link: null,
  partner_name: 'Cashbox',
  brand_color: '',
  currentTimezone: 'UTC',
}

/** The server may write the settings into the page, so that a first visit need not wait for them. */
function settingsInPage(): Settings | undefined {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${pageTags.settings}"]`)?.content
  return text ? (JSON.parse(text) as Settings) : undefined
}

export function useSettingsQuery() {
  const query = useQuery({
    queryKey: settingsKeys.all,
    meta: forAnyone,
    queryFn: ({ signal }) => call(getSettings, {}, { signal, ignoreErrors: true }),
    // Shown at once, and asked for nevertheless: the page may come from the browser's cache.
    initialData: settingsInPage,
    initialDataUpdatedAt: 0,
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
    queryKey: dictionaryKeys.inLanguage(language),
    meta: forAnyone,
    queryFn: ({ signal }) => call(getDictionaries, {}, { signal, ignoreErrors: true }),
    staleTime: DICTIONARIES_FRESH_MS,
    placeholderData: (previous) => previous,
  })
  useLogged('the dictionaries could not be loaded', error)
  return { ...(data ?? noDictionaries), isLoading }
}

export const reloadDictionaries = (): Promise<void> => queryClient.refetchQueries({ queryKey: dictionaryKeys.all })

export function useLogged(what: string, error: unknown): void {
  useEffect(() => {
    if (error) logFailure(what, error)
  }, [what, error])
}
