import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'

interface ReplicaServices {
  readonly db: Database
  readonly metrics: Metrics
  readonly log: Log
}

/** The database for reading: with the replica that the configuration names, or the primary itself. */
export async function openReplica(
  { databaseReplica, databaseConnections }: Config,
  { db, metrics, log }: ReplicaServices,
): Promise<{ db: Database; close(): Promise<void> }> {
  if (databaseReplica === null) return { db, close: async () => {} }
  const { connectPostgres } = await import('../platform/db/postgres.ts')
  const { readingFromReplica } = await import('../platform/db/read-replica.ts')
  const replica = connectPostgres({
    url: databaseReplica.url,
    connections: databaseConnections,
    onError: (error) => log.warn({ err: error }, 'connection to the replica lost'),
  })
  const onRead = (from: string) => metrics.replicaReads.inc({ from })
  return {
    db: readingFromReplica(db, { replica, waitMs: databaseReplica.waitMs, onRead }),
    close: () => replica.close(),
  }
}
