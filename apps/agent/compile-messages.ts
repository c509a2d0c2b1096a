import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { compileTexts } from './src/platform/compile-texts.ts'
import type { Texts } from './src/platform/merge-texts.ts'

const ENGLISH = fileURLToPath(import.meta.resolve('@cashbox/contract/translations/en.json'))
const PREFIX = 'virtual:english/'

/** What guests read; the rest is for agents, and comes with their screens. */
const FOR_GUESTS = new Set(['common', 'error', 'field', 'auth', 'maintenance', 'offline'])

const parts: Readonly<Record<string, (group: string) => boolean>> = {
  guests: (group) => FOR_GUESTS.has(group),
  agents: (group) => !FOR_GUESTS.has(group),
}

/** The built-in texts in two parts, compiled, so that who reads English needs no parser of messages. */
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
