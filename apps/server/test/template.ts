import { seedSandbox } from '../src/app/seed-sandbox.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file copies its database from. */
    template: { engine: 'pglite'; dump: string } | { engine: 'postgres'; url: string; database: string }
  }
}

export const TEST_SECRET = 'a secret that only the tests know'

/** Migrated and seeded once; every test file starts from a copy. */
export async function prepareTemplate(db: Database): Promise<void> {
  await migrate(db)
  await seedSandbox({ db, clock: systemClock, secret: TEST_SECRET, log: { info: () => {} } })
}
