import type { Database } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase } from '../world.ts'

/** A database for the tests of one file, reached as two processes reach it. Each call empties it. */
export function prepareEmptyDatabase(): () => Promise<[Database, Database]> {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let other: Database
  beforeAll(async () => {
    opened = await openTestDatabase()
    other = connectPostgres({ network: 'cashbox', url: opened.ownerUrl, connections: 2, onError: () => {} })
  })
  afterAll(async () => {
    await other.close()
    await opened.close()
  })
  return async () => {
    await opened.db.transaction((tx) => tx.script('drop schema cashbox cascade; create schema cashbox;'))
    return [opened.db, other]
  }
}
