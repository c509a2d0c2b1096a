import { logFailure } from '@cashbox/client/log'
import type { CompiledTexts, Texts } from '@cashbox/client/merge-texts'
import { readStored, store } from '@cashbox/client/storage'
import { defaultLanguage, getTranslations, type Language, languageOf } from '@cashbox/contract'
import { call } from '../call.ts'
import { storageKeys } from '../session/session.ts'
import { whenIdle } from '../when-idle.ts'
import { currentLanguage, showLanguage, shown } from './language.ts'

export const restoreLanguage = (): Promise<void> => loadLanguage(languageOf(readStored(storageKeys.language) ?? ''))

export async function chooseLanguage(language: Language): Promise<void> {
  store(storageKeys.language, language)
  await loadLanguage(language)
}

/** True if the chosen language could not be loaded, so that the app shows English. */
let isMissing = false

/** Retries a language that failed to load, as during maintenance. */
export function retryLanguage(): void {
  if (isMissing) void loadLanguage(currentLanguage())
}

async function loadLanguage(language: Language): Promise<void> {
  shown.set({ ...shown.get(), language, isLoading: language !== defaultLanguage })
  if (language === defaultLanguage) {
    isMissing = false
    showLanguage(language, null)
    whenIdle(() => void loadChanges())
    return
  }
  const texts = await loadTexts(language)
  // The agent may have chosen another one meanwhile.
  if (currentLanguage() !== language) return
  isMissing = texts === null
  showLanguage(language, texts)
}

/** Lays the operator's changes over the built-in English. Usually there are none. */
async function loadChanges(): Promise<void> {
  if (currentLanguage() !== defaultLanguage) return
  try {
    const input = { language: defaultLanguage, only: 'changes' } as const
    const { translations } = await call(getTranslations, input, { ignoreErrors: true })
    if (Object.keys(translations).length === 0) return
    const { compileTexts } = await import('@cashbox/client/compile-texts')
    if (currentLanguage() === defaultLanguage) showLanguage(defaultLanguage, compileTexts(translations as Texts))
  } catch (error) {
    logFailure('the changed texts could not be loaded', error)
  }
}

async function loadTexts(language: Language): Promise<CompiledTexts | null> {
  try {
    const [{ translations }, { compileTexts }] = await Promise.all([
      call(getTranslations, { language }, { ignoreErrors: true }),
      import('@cashbox/client/compile-texts'),
    ])
    return compileTexts(translations as Texts)
  } catch (error) {
    logFailure('the translations could not be loaded, so the app shows English', error)
    return null
  }
}
