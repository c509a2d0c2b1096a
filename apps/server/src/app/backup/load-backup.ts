import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { int4 } from '../../platform/db/columns.ts'
import { only } from '../../platform/db/database.ts'
import { connectPostgres } from '../../platform/db/postgres.ts'
import { type Programs, requireProgram, restorePostgres } from '../../platform/db/postgres-programs.ts'
import { sql } from '../../platform/db/sql.ts'

/** A dump of the embedded database, as it is opened with. */
export async function gatherDump(dump: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array[] = []
  for await (const part of dump) parts.push(part)
  return new Blob([await promisify(gunzip)(Buffer.concat(parts))])
}

/** Into an empty PostgreSQL, in one transaction. */
export async function loadPostgres(url: string, dump: AsyncIterable<Uint8Array>, programs: Programs): Promise<void> {
  const db = connectPostgres({ url, connections: 2, onError: () => {} })
  try {
    const versions = await db.query(sql`select current_setting('server_version_num')::integer as version`, {
      version: int4,
    })
    await requireProgram('pg_restore', programs, only(versions).version)
  } finally {
    await db.close()
  }
  await restorePostgres(url, dump, programs)
}
