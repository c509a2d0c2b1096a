import type { Plugin } from 'vite'
import { precompress } from './precompress.ts'
import { slimContract } from './slim-contract.ts'

/** What keeps both apps light: libraries that they can do without, and a contract without its schemas. */
export const slimBuild = (): Plugin[] => [
  {
    name: 'slim-build',
    config: () => ({
      resolve: {
        alias: {
          // Messages are compiled before they are shown, so the parser is not needed for showing them.
          'use-intl/format-message': 'use-intl/format-message/format-only',
        },
      },
    }),
  },
  slimContract(),
  precompress(),
]
