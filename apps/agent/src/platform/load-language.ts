import { defaultLanguage, getTranslations, type Language, languageOf } from '@cashbox/contract'
import { call } from './call.ts'
import { currentLanguage, speak, words } from './language.ts'
import { logFailure } from './log.ts'
import type { CompiledTexts, Texts } from './merge-texts.ts'
import { readStored, storageKeys, store } from './storage.ts'

export const restoreLanguage = (): Promise<void> => loadLanguage(languageOf(readStored(storageKeys.language) ?? ''))

export async function chooseLanguage(language: Language): Promise<void> {
  store(storageKeys.language, language)
  await loadLanguage(language)
}

async function loadLanguage(language: Language): Promise<void> {
  words.set({ ...words.get(), language, isLoading: language !== defaultLanguage })
  const texts = language === defaultLanguage ? null : await loadTexts(language)
  // Somebody may have chosen another one meanwhile.
  if (currentLanguage() === language) speak(language, texts)
}

async function loadTexts(language: Language): Promise<CompiledTexts | null> {
  try {
    const [{ translations }, { compileTexts }] = await Promise.all([
      call(getTranslations, { language }, { ignoreErrors: true }),
      import('./compile-texts.ts'),
    ])
    return compileTexts(translations as Texts)
  } catch (error) {
    logFailure('the translations could not be loaded, so the app speaks English', error)
    return null
  }
}
