import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileTexts } from '@cashbox/client/compile-texts'
import type { Texts } from '@cashbox/client/merge-texts'
import { type AppArea, pageTags } from '@cashbox/contract/app-page'
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

/** The modules that begin the two sides of the app. */
const AREAS: Readonly<Record<AppArea, string>> = {
  guest: 'src/features/auth/auth-area.tsx',
  agent: 'src/app/agent-area.tsx',
}

/**
 * Notes in the page which files each side of the app begins with. The server, which sees which screen is asked for,
 * has them fetched along with the first script instead of after it.
 */
export const preloadAreas = (): Plugin => ({
  name: 'preload-areas',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_page, { bundle = {}, chunk: entry }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const withImports = (file: string): string[] =>
        file === entry?.fileName
          ? []
          : [file, ...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []).flatMap(withImports)]
      const filesOf = (module: string) => {
        const area = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
        if (!area) throw new Error(`no file of the build begins with ${module}`)
        return [...new Set(withImports(area.fileName))]
      }
      return (Object.entries(AREAS) as [AppArea, string][]).map(([area, module]) => ({
        tag: 'meta',
        attrs: { name: pageTags.filesOf(area), content: filesOf(module).join(' ') },
        injectTo: 'head' as const,
      }))
    },
  },
})

/** What guests may open. */
const GUESTS = /\/src\/features\/(auth|open-pages)\//

/**
 * The modules that the agents' side begins with and guests do without, for one file of the build. Left alone, what later
 * screens share with it would be eight small files, and a browser fetches six at a time.
 */
export function agentsFile() {
  const own = new Set<string>()
  const plugin: Plugin = {
    name: 'agents-file',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const imports = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const laterImports = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []
      const first = ids.filter((id) => id.endsWith(AREAS.agent))
      const guest = reached(
        ids.filter((id) => GUESTS.test(id)),
        (id) => [...imports(id), ...laterImports(id)],
      )
      // The first module keeps a file of its own: the page finds the others by it.
      for (const id of reached(first, imports)) if (!guest.has(id) && !first.includes(id)) own.add(id)
    },
  }
  return { plugin, has: (id: string) => own.has(id) }
}

function reached(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from)
  // What is added meanwhile is visited as well.
  for (const id of found) for (const other of next(id)) found.add(other)
  return found
}
