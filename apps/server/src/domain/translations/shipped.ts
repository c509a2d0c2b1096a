import type { Language } from '@cashbox/contract'
import { consoleTexts } from '@cashbox/contract/console-texts'
import { type Translations, translations } from '@cashbox/contract/translations'

function flatten(texts: Translations, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : flatten(text, `${prefix}${key}.`),
  )
}

/** Texts of the console are listed and changed like those of the app, below this word. */
const CONSOLE = 'console.'
export const isOfConsole = (key: string) => key.startsWith(CONSOLE)

const byLanguage = new Map<Language, ReadonlyMap<string, string>>()

/** Every text that came with the program, under its path: "auth.login.title". Made when it is first asked for. */
export function shipped(language: Language): ReadonlyMap<string, string> {
  const known = byLanguage.get(language)
  if (known) return known
  const texts = new Map([...flatten(translations[language]), ...flatten(consoleTexts[language], CONSOLE)])
  byLanguage.set(language, texts)
  return texts
}
