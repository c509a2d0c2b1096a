import type { Language } from '../languages.ts'
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

/** Nested by screen; the leaves are ICU messages. */
export type Translations = { readonly [key: string]: string | Translations }

/** The words of the agent app. */
export const translations: Readonly<Record<Language, Translations>> = { en, ru, es, fr, tr, ar }
