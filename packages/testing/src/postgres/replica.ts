import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.ts'

/** What a running PostgreSQL keeps for itself; its log comes over the stream. */
const NOT_COPIED = /\/(postmaster\.(pid|opts)|pg_wal\/.+)$/

/** A replica that follows a running PostgreSQL. */
export const startReplica = (
  primary: RunningPostgres,
  { settings = {}, ...options }: Partial<PostgresOptions> = {},
): Promise<RunningPostgres> =>
  startPostgres({
    fsync: false,
    ...options,
    settings: { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`, ...settings },
    prepareData: async (folder) => {
      await copyBase(primary, folder)
      writeFileSync(join(folder, 'standby.signal'), '')
    },
  })

/** A base back-up without the log, made as `pg_basebackup` does it, which the npm package does not have. */
async function copyBase({ data, url }: Pick<RunningPostgres, 'data' | 'url'>, folder: string): Promise<void> {
  const client = new Client({ connectionString: url('postgres') })
  await client.connect()
  await client.query("select pg_backup_start('base', true)")
  cpSync(data, folder, { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  mkdirSync(join(folder, 'pg_wal'), { recursive: true })
  writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
}
