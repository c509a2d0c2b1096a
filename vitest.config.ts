import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './apps/agent/compile-messages.ts'

const cores = availableParallelism()

type Engine = 'pglite' | 'postgres'

const server = (name: string, engine: Engine, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    globalSetup: [`apps/server/test/${engine}-template.ts`],
    // Wide, for a machine that has much else to do: time is measured where it matters.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})

const everything = ['apps/server/**/*.test.ts']

/** Of the embedded database only, and seconds long. */
const ofTheEmbedded = ['apps/server/src/app/backup/backup-embedded.test.ts']

/** What could differ between the engines: types, transactions, locks, notifications, and a whole process. */
const whereTheEngineMatters = [
  'apps/server/src/platform/db/{apply-functions,migrate,read-rows}.test.ts',
  'apps/server/src/platform/jobs.test.ts',
  'apps/server/src/workers/webhooks/attempt-months.test.ts',
  'apps/server/src/ledger/**/*.test.ts',
  'apps/server/src/doors/agent/payments/{confirm-*,races}.test.ts',
  'apps/server/src/app/live.test.ts',
  'apps/server/test/process.test.ts',
  ...ofTheEmbedded,
]

// After the others, so that browsers don't wait for processors that the server's tests keep busy.
const browser = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    globalSetup: ['apps/server/test/postgres-template.ts', 'e2e/setup.ts'],
    sequence: { groupOrder: 1 },
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})

/** Every screen by itself, looked at for faults of accessibility and for its width. */
const screens = ['e2e/*-access.test.ts', 'e2e/console-access/*.test.ts']

const ofTheConsole = ['e2e/console*.test.ts']

export default defineConfig({
  test: {
    // Tests wait as much as they work: for a lock, a pause in typing, the next look.
    maxWorkers: cores + 1,
    // A worker keeps what it has loaded for its next file, the embedded PostgreSQL and the browser above all.
    isolate: false,
    // A second by itself, which a busy machine may need for one look.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        plugins: [compileMessages()],
        test: {
          name: 'units',
          testTimeout: 60_000,
          include: [
            'packages/**/*.test.ts',
            'apps/agent/**/*.test.ts',
            'apps/console/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      server('server on postgres', 'postgres', everything, ofTheEmbedded),
      server('engine on pglite', 'pglite', whereTheEngineMatters),
      // Instead of the one before, in `npm run test:all`.
      server('server on pglite', 'pglite', everything),
      browser('browser', ['e2e/**/*.test.ts'], [...screens, ...ofTheConsole]),
      browser('console', ofTheConsole),
      browser('screens', screens),
    ],
  },
})
