import { join } from 'node:path'
import type { Plugin } from 'vite'
import { precompress } from './precompress.ts'
import { slimContract } from './slim-contract.ts'

const here = (file: string) => join(import.meta.dirname, file)

/** What keeps both apps light: libraries that they can do without, and a contract without its schemas. */
export const slimBuild = (): Plugin[] => [
  {
    name: 'slim-build',
    config: () => ({
      resolve: {
        alias: {
          // Messages are compiled before they are shown, so the parser is not needed for showing them.
          'use-intl/format-message': 'use-intl/format-message/format-only',
          // Only needed before React 18.
          'use-sync-external-store/shim/index.js': here('external-store.ts'),
        },
      },
    }),
  },
  slimContract(),
  precompress(),
]
