import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyDataFolder, unpackDataFolder } from '@cashbox/postgres/base-backup'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.ts'

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
      await unpackDataFolder(copyDataFolder(primary.url('postgres'), primary.data), folder)
      writeFileSync(join(folder, 'standby.signal'), '')
    },
  })
