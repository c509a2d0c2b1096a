import { slimBuild } from '@cashbox/client/build/slim-build'
import { paper, reservedPaths, SHELL_REVISION } from '@cashbox/contract/app-page'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { agentsFile, compileMessages, compileWhileLoading, preloadAreas } from './build-plugins.ts'

const SERVER = 'http://127.0.0.1:4000'
/** In development, Vite serves the app's own files. */
const SERVED = reservedPaths.filter((path) => path !== 'assets')
const NOT_SCREENS = new RegExp(`^/(${reservedPaths.join('|')})(/|$)`)

/** Form parts share one file, as each file costs a few hundred bytes. */
const FORMS =
  /\/(client\/src\/use-form|ui\/src\/(form-fields|inputs|choice|card|states)|platform\/(forms|language\/language-choice))\.tsx?$/

/** Shared by guest pages and the agents' side. */
const USER = /\/platform\/(session\/user|location\/location)\.ts$/

const agents = agentsFile()

export default defineConfig({
  define: {
    'import.meta.env.PAPER_LIGHT': JSON.stringify(paper.light),
    'import.meta.env.PAPER_DARK': JSON.stringify(paper.dark),
  },
  plugins: [
    compileMessages(),
    agents.plugin,
    slimBuild(),
    react(),
    tailwindcss(),
    VitePWA({
      injectRegister: null,
      manifest: false,
      registerType: 'autoUpdate',
      workbox: {
        importScripts: ['/push.js'],
        globPatterns: ['**/*.{js,css,woff2,svg}'],
        // Few need the extended alphabets. Scanning needs the network anyway.
        globIgnores: ['**/*-ext-*.woff2', '**/scan-worker-*.js'],
        // The server replaces the revision by a hash of the page, which contains settings.
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
    compileWhileLoading(['index', 'agents']),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One file for what every page needs; the bundler's default would make six more.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'forms', test: FORMS },
            { name: 'user', test: USER },
            { name: 'agents', test: agents.has },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries([...SERVED, 'manifest.webmanifest'].map((path) => [`/${path}`, SERVER])) },
})
