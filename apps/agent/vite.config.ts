import { join } from 'node:path'
import { paper, reservedPaths, SHELL_REVISION } from '@cashbox/contract/app-page'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compileMessages } from './compile-messages.ts'
import { precompress } from './precompress.ts'
import { preloadAreas } from './preload-areas.ts'
import { slimContract } from './slim-contract.ts'

const SERVER = 'http://127.0.0.1:4000'
/** Its own files come from Vite while the app is developed. */
const SERVED = reservedPaths.filter((path) => path !== 'assets')
const NOT_SCREENS = new RegExp(`^/(${reservedPaths.join('|')})(/|$)`)

export default defineConfig({
  // For index.html.
  define: {
    'import.meta.env.PAPER_LIGHT': JSON.stringify(paper.light),
    'import.meta.env.PAPER_DARK': JSON.stringify(paper.dark),
  },
  resolve: {
    alias: {
      // Messages are compiled before they are shown, so the parser is not needed for showing them.
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // Only needed before React 18.
      'use-sync-external-store/shim/index.js': join(import.meta.dirname, 'src/platform/external-store.ts'),
      'zod/mini': join(import.meta.dirname, 'src/platform/no-schemas.ts'),
    },
  },
  plugins: [
    compileMessages(),
    slimContract(),
    react(),
    tailwindcss(),
    VitePWA({
      injectRegister: null,
      manifest: false,
      registerType: 'autoUpdate',
      workbox: {
        globPatterns: ['**/*.{js,css,woff2,svg}'],
        // Few need the extended alphabets; who does has fetched them.
        globIgnores: ['**/*-ext-*.woff2'],
        // The server puts a hash of the page here, as the page holds settings of the place it runs in.
        additionalManifestEntries: [{ url: '/index.html', revision: SHELL_REVISION }],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [NOT_SCREENS],
        runtimeCaching: [
          {
            urlPattern: /\/tools\/(settings|dictionaries|translations)/,
            handler: 'NetworkFirst',
            options: { cacheName: 'tools', expiration: { maxEntries: 40 } },
          },
          { urlPattern: /\/images\//, handler: 'StaleWhileRevalidate', options: { cacheName: 'images' } },
        ],
      },
    }),
    preloadAreas(),
    precompress(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page needs is one file. Left alone, what it shares with later screens would be six more.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: Object.fromEntries([...SERVED, 'manifest.webmanifest'].map((path) => [`/${path}`, SERVER])) },
})
