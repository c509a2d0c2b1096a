import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileTexts } from '@cashbox/client/compile-texts'
import type { Texts } from '@cashbox/client/merge-texts'
import type { Plugin } from 'vite'

const ENGLISH = fileURLToPath(import.meta.resolve('@cashbox/contract/translations/en.json'))
const PREFIX = 'virtual:english/'

/** What guests read; the rest is for agents, and comes with their screens. */
const FOR_GUESTS = new Set(['common', 'error', 'field', 'auth', 'maintenance', 'offline'])

/** The server is asked for it when its page is opened. */
const ON_ITS_PAGE = 'terms_of_use'

/** Of pages that are open to all and seldom read. The profile names them too. */
const ON_OPEN_PAGES = new Set(['terms', 'email_change'])

const parts: Readonly<Record<string, (group: string) => boolean>> = {
  guests: (group) => FOR_GUESTS.has(group),
  pages: (group) => ON_OPEN_PAGES.has(group),
  agents: (group) => !FOR_GUESTS.has(group) && group !== ON_ITS_PAGE,
}

/** The built-in texts in parts, compiled, so that who reads English needs no parser of messages. */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  async load(id) {
    const belongs = id.startsWith(`\0${PREFIX}`) ? parts[id.slice(PREFIX.length + 1)] : undefined
    if (!belongs) return null
    const texts = JSON.parse(await readFile(ENGLISH, 'utf8')) as Texts
    const part = Object.fromEntries(Object.entries(texts).filter(([group]) => belongs(group)))
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileTexts(part)))})`
  },
})
