import type { Language } from '../languages.ts'
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

/**
 * Everything that is said about a refusal. `messages`: the server's answer. `advice`: the agents' app, before the cash
 * moves. `labels`: the charts of the console.
 */
export const refusalTexts: Readonly<Record<Language, typeof en>> = { en, ru, es, fr, tr, ar }
