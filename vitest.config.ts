import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './apps/agent/compile-messages.ts'

const cores = availableParallelism()

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

// After the others, so that browsers don't wait for processors that the server's tests keep busy.
const browser = {
  extends: true as const,
  test: {
    name: 'browser',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['apps/server/test/postgres-template.ts', 'e2e/setup.ts'],
    sequence: { groupOrder: 1 },
    // A journey waits as long as it works: for pauses in typing, for notices to go, for the next look.
    maxWorkers: cores + 1,
    // A browser on a busy machine may miss a moment. What is broken is broken every time.
    retry: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}

export default defineConfig({
  test: {
    // By itself Vitest leaves one idle.
    maxWorkers: cores,
    // A worker keeps what it has loaded for its next file, the embedded PostgreSQL above all.
    isolate: false,
    projects: [
      {
        extends: true,
        plugins: [compileMessages()],
        test: {
          name: 'units',
          include: [
            'packages/**/*.test.ts',
            'apps/agent/**/*.test.ts',
            'apps/console/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      server('pglite'),
      server('postgres'),
      browser,
    ],
  },
})
