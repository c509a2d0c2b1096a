import { hash } from '@node-rs/argon2'
import { openKeyring } from '../src/app/open-keyring.ts'
import { seedSandbox } from '../src/app/seed-sandbox.ts'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sql } from '../src/platform/db/sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file copies its database from. */
    template:
      | { engine: 'pglite'; dump: string }
      | {
          engine: 'postgres'
          url: string
          database: string
          /** PgBouncer in front of it; null in most runs. */
          pooler: { port: number; keepsStatements: boolean } | null
        }
  }
}

/** Owns nothing, and has the rights of `database/rights.sql`. */
export const SERVER_ROLE = 'cashbox_server'

export const TEST_SECRET = 'a secret that only the tests know'

/** The password of all accounts, hashed in a thousandth of the time: tests log in hundreds of times. */
export const hashPasswordLightly = () => hash('Cashbox1!', { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Migrated and seeded once; every test file starts from a copy. */
export async function prepareTemplate(db: Database): Promise<void> {
  await migrate(db)
  const keyring = await openKeyring(db, readConfig({ CASHBOX_SECRET: TEST_SECRET }))
  await seedSandbox({ db, clock: systemClock, keyring, log: { info: () => {} } })
  const passwordHash = await hashPasswordLightly()
  await db.execute(sql`update agent set password_hash = ${passwordHash}`)
  await db.execute(sql`update operator set password_hash = ${passwordHash}`)
}
