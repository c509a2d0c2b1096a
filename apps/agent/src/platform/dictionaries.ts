import { getDictionaries, type OutputOf } from '@cashbox/contract'
import { call } from './call.ts'
import { keptByLanguage } from './kept-by-language.ts'

type Dictionaries = OutputOf<typeof getDictionaries>

const FRESH_MS = 60 * 60_000

/** In another language, until those of the chosen one have come. */
let latest: Dictionaries = { countries: [], languages: [], messengers: [], timezones: [] }

const dictionaries = keptByLanguage({
  ask: async () => {
    latest = await call(getDictionaries, {}, { ignoreErrors: true })
    return latest
  },
  freshMs: FRESH_MS,
  failure: 'the dictionaries could not be loaded',
})

/** Countries, messengers, languages and time zones, named in the chosen language. */
export function useDictionaries(): Dictionaries & { readonly isLoading: boolean } {
  const { data, isAsking, isAnswered } = dictionaries.use()
  return { ...(data ?? latest), isLoading: data === undefined && (isAsking || !isAnswered) }
}

export const reloadDictionaries = dictionaries.reload
