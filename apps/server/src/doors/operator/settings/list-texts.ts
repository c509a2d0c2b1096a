import { type Language, languages } from '@cashbox/contract'
import type { AppText, textOwners } from '@cashbox/contract/operator'
import { readOverrides } from '../../../domain/translations/overrides.ts'
import { isOfConsole, shipped } from '../../../domain/translations/shipped.ts'
import { showText } from './app-text.ts'
import type { SettingServices } from './services.ts'

/** Every text of the app or of the console in every language. What came with the program was checked with it, so only changes are checked here. */
export async function listTexts({ db }: SettingServices, of: (typeof textOwners)[number], reader: Language) {
  const overrides = new Map((await readOverrides(db)).map((one) => [`${one.language} ${one.key}`, one]))
  const gone = [...overrides.values()].map(({ key }) => key).filter((key) => !shipped('en').has(key))
  const keys = [...new Set([...shipped('en').keys(), ...gone])].filter((key) => isOfConsole(key) === (of === 'console'))
  const textsOf = (key: string) =>
    Object.fromEntries(
      languages.map((language) => [language, showText({ language, key }, overrides.get(`${language} ${key}`), reader)]),
    ) as Record<Language, AppText>
  return { list: keys.map((key) => ({ key, texts: textsOf(key) })) }
}
