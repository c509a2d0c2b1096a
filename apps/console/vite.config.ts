import { slimBuild } from '@cashbox/client/build/slim-build'
import { paper } from '@cashbox/contract/app-page'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './compile-messages.ts'

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
