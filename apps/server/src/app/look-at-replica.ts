import type { Config } from '../config.ts'
import type { ReplicaUnused } from '../doors/operator/watch/services.ts'
import type { Queryable } from '../platform/db/database.ts'

const reasons = { replica: null, primary_behind: 'behind', primary_away: 'away' } as const

/** Why a read would be made on the primary now; null when the replica would take it. */
export async function lookAtReplica(
  primary: Queryable,
  { url, waitMs }: NonNullable<Config['databaseReplica']>,
): Promise<ReplicaUnused | null> {
  const { connectPostgres } = await import('../platform/db/postgres.ts')
  const { whereToRead } = await import('../platform/db/read-replica.ts')
  const replica = connectPostgres({ url, connections: 1, onError: () => {} })
  const from = await whereToRead(primary, replica, waitMs)
  // One that hangs takes its time to close, and no one waits for it.
  replica.close().catch(() => {})
  return reasons[from]
}
