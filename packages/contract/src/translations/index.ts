import type { Language } from '../languages.ts'
import { refusalTexts } from '../refusal-texts/index.ts'
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

/** Nested by screen; the leaves are ICU messages. */
export type Translations = { readonly [key: string]: string | Translations }

function withAdvice(texts: typeof en, language: Language) {
  const { payment } = texts
  const why = { ...payment.cash.why, ...refusalTexts[language].advice }
  return { ...texts, payment: { ...payment, cash: { ...payment.cash, why } } }
}

/** The texts of the agents' app. */
export const english = withAdvice(en, 'en')
export const translations: Readonly<Record<Language, Translations>> = {
  en: english,
  ru: withAdvice(ru, 'ru'),
  es: withAdvice(es, 'es'),
  fr: withAdvice(fr, 'fr'),
  tr: withAdvice(tr, 'tr'),
  ar: withAdvice(ar, 'ar'),
}
