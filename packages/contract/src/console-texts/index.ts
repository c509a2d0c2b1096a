import type { Language } from '../languages.ts'
import { refusalTexts } from '../refusal-texts/index.ts'
import type { Translations } from '../translations/index.ts'
import ar from './ar.json' with { type: 'json' }
import { english } from './english.ts'
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

const withLabels = (texts: { readonly charts: Translations }, language: Language): Translations => ({
  ...texts,
  charts: { ...texts.charts, refusal: refusalTexts[language].labels },
})

/** The texts of the console: one file for each language, all of the same shape. */
export const consoleTexts: Readonly<Record<Language, Translations>> = {
  en: english,
  ru: withLabels(ru, 'ru'),
  es: withLabels(es, 'es'),
  fr: withLabels(fr, 'fr'),
  tr: withLabels(tr, 'tr'),
  ar: withLabels(ar, 'ar'),
}
