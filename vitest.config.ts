import { defineConfig } from 'vitest/config'

const server = (engine: 'pglite' | 'postgres') => ({
  extends: true as const,
  test: {
    name: `server on ${engine}`,
    include: ['apps/server/**/*.test.ts'],
    globalSetup: [`apps/server/test/${engine}-template.ts`],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'packages', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      server('pglite'),
      server('postgres'),
    ],
  },
})
