import { grantRights, migrate } from '../platform/database/migrate.ts'
import { connectPostgres } from '../platform/database/postgres.ts'
import type { Config } from './config/config.ts'
import { NotUnderstood } from './usage-error.ts'

/** Creates the tables and updates the functions as their owner, and gives the role that serves and works its rights. */
export async function migrateCommand({ databaseUrl, databaseOwnerUrl }: Config, print: (line: string) => void) {
  if (databaseUrl === null || databaseOwnerUrl === null) throw new NotUnderstood('migrate')
  const [role, owner] = [roleOf(databaseUrl), roleOf(databaseOwnerUrl)]
  if (role === '' || role === owner) throw new NotUnderstood('migrate')
  const db = connectPostgres({ url: databaseOwnerUrl, connections: 2, onError: () => {} })
  try {
    const applied = await migrate(db.patiently())
    await db.transaction((tx) => grantRights(tx, role))
    print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The tables are up to date.')
    print(`The role ${role} has its rights.`)
  } finally {
    await db.close()
  }
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username)
