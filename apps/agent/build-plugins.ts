import { compileTexts } from '@cashbox/client/compile-texts'
import { type AppArea, pageTags } from '@cashbox/contract/app-page'
import { english } from '@cashbox/contract/translations'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:english/'

/** Groups of texts that are loaded where they are shown. All others are loaded with the agents' screens. */
const apart: Readonly<Record<string, readonly string[]>> = {
  guests: ['common', 'error', 'field', 'auth', 'maintenance', 'offline'],
  popups: ['player', 'scan'],
  insecure: ['insecure'],
  password: ['password_marks'],
  /** Of public pages; the profile shows them too. */
  pages: ['terms', 'email_change'],
  profile: ['own_terms'],
  wallets: ['wallet'],
  /** Loaded from the server by its page. */
  terms: ['terms_of_use'],
}

function groupsOf(part: string) {
  const later = new Set(Object.values(apart).flat())
  const agents = Object.keys(english).filter((group) => !later.has(group))
  return { ...apart, agents }[part]
}

/** Serves the English texts in compiled parts, so that English needs no message parser. */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    const groups = id.startsWith(`\0${PREFIX}`) ? groupsOf(id.slice(PREFIX.length + 1)) : undefined
    if (!groups) return null
    const part = Object.fromEntries(Object.entries(english).filter(([group]) => groups.includes(group)))
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileTexts(part)))})`
  },
})

const AREAS: Readonly<Record<AppArea, string>> = {
  guest: 'src/features/auth/auth-area.tsx',
  agent: 'src/app/agent-area.tsx',
}

/** Lists the first files of each side in the page, so that the server can preload them for the requested screen. */
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

/** Chrome compiles these files as a whole while they load, and not each function at its first call. */
export const compileWhileLoading = (names: readonly string[]): Plugin => ({
  name: 'compile-while-loading',
  generateBundle: {
    // Chrome looks for the hint at the very beginning, before what Vite adds.
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk' || !names.includes(output.name)) continue
        output.code = `//# allFunctionsCalledOnLoad\n${output.code}`
      }
    },
  },
})

const GUESTS = /\/src\/features\/(auth|open-pages)\//

/** Puts the agents' first modules into one file. The default would be eight; a browser fetches six at a time. */
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
      // The first module stays a separate file: the page finds the others by it.
      for (const id of reached(first, imports)) if (!guest.has(id) && !first.includes(id)) own.add(id)
    },
  }
  return { plugin, has: (id: string) => own.has(id) }
}

function reached(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from)
  // Iterating a Set also visits what is added meanwhile.
  for (const id of found) for (const other of next(id)) found.add(other)
  return found
}
