import { type AppArea, pageTags } from '@cashbox/contract/app-page'
import type { Plugin } from 'vite'

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
