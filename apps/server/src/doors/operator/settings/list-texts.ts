import { type Language, languages } from '@cashbox/contract'
import type { AppText } from '@cashbox/contract/operator'
import { readOverrides, shipped } from '../../../domain/translations/overrides.ts'
import { showText } from './app-text.ts'
import type { SettingServices } from './services.ts'

/** Every text in every language. What came with the program was checked with it, so only changes are checked here. */
export async function listTexts({ db }: SettingServices) {
  const overrides = new Map((await readOverrides(db)).map((one) => [`${one.language} ${one.key}`, one]))
  const gone = [...overrides.values()].map(({ key }) => key).filter((key) => !shipped.en.has(key))
  const keys = [...new Set([...shipped.en.keys(), ...gone])]
  const textsOf = (key: string) =>
    Object.fromEntries(
      languages.map((language) => [language, showText(language, key, overrides.get(`${language} ${key}`))]),
    ) as Record<Language, AppText>
  return { list: keys.map((key) => ({ key, texts: textsOf(key) })) }
}
