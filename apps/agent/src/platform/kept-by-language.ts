import { type Kept, type KeptAnswer, keptAnswer } from '@cashbox/client/kept-answer'
import { useObservable } from '@cashbox/client/observable'
import type { Language } from '@cashbox/contract'
import { useEffect } from 'react'
import { currentLanguage, useWords } from './language.ts'

/** An answer that anyone may see, and that the server gives in the language of the reader. */
export function keptByLanguage<T>(options: Parameters<typeof keptAnswer<T>>[0]) {
  const answers = new Map<Language, KeptAnswer<T>>()
  const answerIn = (language: Language): KeptAnswer<T> => {
    const answer = answers.get(language) ?? keptAnswer(options)
    answers.set(language, answer)
    return answer
  }
  return {
    use(): Kept<T> {
      const { language } = useWords()
      const answer = answerIn(language)
      useEffect(() => void answer.refresh(), [answer])
      return useObservable(answer.state)
    },
    reload: (): Promise<void> => answerIn(currentLanguage()).reload(),
  }
}
