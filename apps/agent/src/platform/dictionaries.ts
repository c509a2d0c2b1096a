import { type AnswerState, type CachedAnswer, cachedAnswer } from '@cashbox/client/cached-answer'
import { useObservable } from '@cashbox/client/observable'
import { getDictionaries, type Language, type OutputOf } from '@cashbox/contract'
import { useEffect } from 'react'
import { call } from './call.ts'
import { currentLanguage, useLanguage } from './language/language.ts'

export function perLanguageCache<T>(options: Parameters<typeof cachedAnswer<T>>[0]) {
  const answers = new Map<Language, CachedAnswer<T>>()
  const answerIn = (language: Language): CachedAnswer<T> => {
    const answer = answers.get(language) ?? cachedAnswer(options)
    answers.set(language, answer)
    return answer
  }
  return {
    use(): AnswerState<T> {
      const { language } = useLanguage()
      const answer = answerIn(language)
      useEffect(() => void answer.refresh(), [answer])
      return useObservable(answer.state)
    },
    reload: (): Promise<void> => answerIn(currentLanguage()).reload(),
  }
}

type Dictionaries = OutputOf<typeof getDictionaries>

const FRESH_MS = 60 * 60_000

/** Shown in another language until the chosen one is loaded. */
let latest: Dictionaries = { countries: [], languages: [], messengers: [], timezones: [] }

const dictionaries = perLanguageCache({
  ask: async () => {
    latest = await call(getDictionaries, {}, { ignoreErrors: true })
    return latest
  },
  freshMs: FRESH_MS,
  failure: 'the dictionaries could not be loaded',
})

export function useDictionaries(): Dictionaries & { readonly isLoading: boolean } {
  const { data, isAsking, isAnswered } = dictionaries.use()
  return { ...(data ?? latest), isLoading: data === undefined && (isAsking || !isAnswered) }
}

export const reloadDictionaries = dictionaries.reload
