import type { Language } from '../languages.ts'
import type { Translations } from '../translations/index.ts'
import ar from './ar.json' with { type: 'json' }
import { english } from './en/index.ts'
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

/** The words of the console: English in a file for each feature, each other language in one of the same shape. */
export const consoleTexts: Readonly<Record<Language, Translations>> = { en: english, ru, es, fr, tr, ar }
