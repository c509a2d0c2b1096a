import { directionOf, type Language, languages, type OutputOf } from '@cashbox/contract'
import { type AppText, listTexts } from '@cashbox/contract/operator'
import { currentLocale } from '../../platform/language/language.ts'
import { refresh, useAnswer } from '../../platform/session/session.ts'

export type KnownText = OutputOf<typeof listTexts>['list'][number]

export interface TextProps {
  readonly known: KnownText
  readonly language: Language
  readonly onDone: () => void
}

export const textStates = ['missing', 'wrong', 'changed'] as const

export type TextState = (typeof textStates)[number]

export interface TextFilter {
  readonly language: Language
  readonly search: string
  readonly state: string
}

export const useTexts = () => useAnswer(listTexts, {}, { select: ({ list }) => list })

export const refreshTexts = () => refresh(listTexts.path)

/** Empty for an unchanged text without a problem. */
export function statesOf({ text, problem, is_changed }: AppText): readonly TextState[] {
  if (text === null) return ['missing']
  return [...(problem === null ? [] : (['wrong'] as const)), ...(is_changed ? (['changed'] as const) : [])]
}

/** Searches keys, English texts and texts in the chosen language. */
export function findTexts(list: readonly KnownText[], { language, search, state }: TextFilter): readonly KnownText[] {
  const words = search.trim().toLowerCase()
  return list.filter(({ key, texts }) => {
    if (state !== '' && !statesOf(texts[language]).some((one) => one === state)) return false
    return [key, texts.en.text, texts[language].text].some((text) => text?.toLowerCase().includes(words))
  })
}

export const readLanguage = (code: string | undefined): Language => languages.find((known) => known === code) ?? 'ru'

/** In the language of the console. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language) ?? language

/** With a capital letter, for headings. */
export function languageTitle(language: Language): string {
  const name = languageName(language)
  return name.charAt(0).toLocaleUpperCase(currentLocale()) + name.slice(1)
}

export const writingOf = (language: Language) => ({ lang: language, dir: directionOf(language) }) as const
