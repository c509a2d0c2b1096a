export const languages = ['en', 'ru', 'es', 'fr', 'tr', 'ar'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** "ru-RU" → "ru"; anything we don't speak → English. */
export function languageOf(tag: string | undefined): Language {
  const base = tag?.toLowerCase().split('-')[0]
  return languages.find((language) => language === base) ?? defaultLanguage
}
