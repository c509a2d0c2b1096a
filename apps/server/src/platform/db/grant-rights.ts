import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from './database.ts'
import { DATABASE_FOLDER } from './migrate.ts'

/** Gives a role what serving and working need, and takes away what it had beside that. */
export async function grantRights(tx: Tx, role: string): Promise<void> {
  const rights = await readFile(join(DATABASE_FOLDER, 'rights.sql'), 'utf8')
  await tx.script(rights.replaceAll(':role', `"${role.replaceAll('"', '""')}"`))
}
