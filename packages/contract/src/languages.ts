export const languages = ['en', 'ru', 'es', 'fr', 'tr', 'ar'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** Each in its own words, for choosing. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Русский',
  es: 'Español',
  fr: 'Français',
  tr: 'Türkçe',
  ar: 'العربية',
}

/** "ru-RU" → "ru"; anything we don't speak → English. */
export function languageOf(tag: string | undefined): Language {
  const base = tag?.toLowerCase().split('-')[0]
  return languages.find((language) => language === base) ?? defaultLanguage
}

/** Latin digits in every language: amounts and IDs are read aloud and compared. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language)

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
