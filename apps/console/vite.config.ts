import { slimBuild } from '@cashbox/client/build/slim-build'
import { compileTexts } from '@cashbox/client/compile-texts'
import { languages } from '@cashbox/contract'
import { paper } from '@cashbox/contract/app-page'
import { consoleTexts } from '@cashbox/contract/console-texts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const PREFIX = 'virtual:texts/'

/** Each language in a separate file, compiled, so that the console needs no parser of messages to show them. */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    const language = languages.find((one) => id === `\0${PREFIX}${one}`)
    if (!language) return null
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileTexts(consoleTexts[language])))})`
  },
})

export default defineConfig({
  // For index.html.
  define: {
    'import.meta.env.PAPER_LIGHT': JSON.stringify(paper.light),
    'import.meta.env.PAPER_DARK': JSON.stringify(paper.dark),
  },
  base: '/console/',
  plugins: [compileMessages(), slimBuild(), react(), tailwindcss()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { port: 5174, proxy: { '/operator': 'http://127.0.0.1:4000' } },
})
