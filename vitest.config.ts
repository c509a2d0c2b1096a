import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './apps/agent/build-plugins.ts'

const cores = availableParallelism()

const browser = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    globalSetup: ['packages/testing/src/postgres/template.ts', 'packages/testing/src/browser/setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})

/** Every screen by itself, looked at for faults of accessibility and for its width. */
const screens = ['e2e/*-access.test.ts', 'e2e/console-access/*.test.ts']

const ofTheConsole = ['e2e/console*.test.ts']

/** Long trials of whole processes, machines and days. */
const trials = [
  'apps/operations/src/network/{move,move-failures,two-networks}.test.ts',
  'apps/operations/src/backup/backup-*.test.ts',
  'apps/operations/src/{embedded,process}.test.ts',
  'apps/server/src/app/full-disk.test.ts',
  'scripts/{deploy,release}.test.ts',
  'scripts/demo/*.test.ts',
]

const onPostgres = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', ...exclude],
    globalSetup: ['packages/testing/src/postgres/template.ts'],
    // Wide, for a machine that has much else to do: time is measured where it matters.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    // Tests wait as much as they work: for a lock, a pause in typing, the next request. Projects run in the order of
    // their names, so the long journeys come first, and the short units fill the last seconds.
    maxWorkers: cores + 2,
    // A worker keeps what it has loaded for its next file, the browser above all.
    isolate: false,
    // A second by itself, which a busy machine may need for one look.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './packages/testing/src/skipped-reporter.ts'],
    projects: [
      {
        extends: true,
        plugins: [compileMessages()],
        test: {
          name: 'units',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          include: [
            'packages/!(postgres)/**/*.test.ts',
            'apps/agent/**/*.test.ts',
            'apps/console/**/*.test.ts',
            'scripts/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...trials],
        },
      },
      onPostgres(
        'server on postgres',
        ['apps/{server,operations}/**/*.test.ts', 'packages/postgres/**/*.test.ts'],
        trials,
      ),
      onPostgres('trials', trials),
      browser('browser', ['e2e/**/*.test.ts'], [...screens, ...ofTheConsole]),
      browser('console', ofTheConsole),
      browser('screens', screens),
    ],
  },
})
