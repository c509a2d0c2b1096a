import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, col, type Database, isUnavailable, only, type Queryable, queryOne, sql } from './database.ts'

export type ReadFrom = 'replica' | 'primary_behind' | 'primary_away' | 'primary_foreign'

interface Replica {
  readonly replica: Database
  /** How long a read waits for the replica to catch up with the primary. */
  readonly waitMs?: number
  readonly onRead: (from: ReadFrom) => void
}

interface ReplicaSettings {
  readonly databaseReplicaUrl: string | null
  readonly network: string
}

const WAIT_MS = 200
const POLL_MS = 5
const CONNECT_MS = 3_000
/** A replica that did not answer, or is none, is left alone for this long. */
const AWAY_MS = 5_000
/** The replica cancelled a statement to apply changes of the primary. */
const ENDED_BY_RECOVERY = '40001'

/**
 * The primary, with single queries made on a replica that has everything the primary had on disk when the query started, so
 * every confirmed change is visible. Transactions and changes stay on the primary.
 */
export function readingFromReplica(primary: Database, { replica, waitMs = WAIT_MS, onRead }: Replica): Database {
  let unused: { readonly why: ReadFrom; readonly until: number } | null = null
  const leaveAlone = (why: ReadFrom) => {
    unused = { why, until: performance.now() + AWAY_MS }
  }

  async function choose(): Promise<ReadFrom> {
    if (unused && performance.now() < unused.until) return unused.why
    const from = await whereToRead(primary, replica, waitMs)
    if (from === 'primary_away' || from === 'primary_foreign') leaveAlone(from)
    return from
  }

  return {
    ...primary,
    async query(statement, columns) {
      const from = await choose()
      if (from === 'replica') {
        try {
          const rows = await replica.query(statement, columns)
          onRead(from)
          return rows
        } catch (error) {
          const isEnded = codeOf(error) === ENDED_BY_RECOVERY
          if (!isEnded && !isUnavailable(error)) throw error
          if (!isEnded) leaveAlone('primary_away')
          onRead(isEnded ? 'primary_behind' : 'primary_away')
          return primary.query(statement, columns)
        }
      }
      onRead(from)
      return primary.query(statement, columns)
    },
  }
}

/** The replica, if it has within `waitMs` what the primary has on disk now. */
async function whereToRead(primary: Queryable, replica: Queryable, waitMs: number): Promise<ReadFrom> {
  const primaryNow = await queryOne(primary, { position: col.text, cluster: col.text, timeline: col.int4 })`
    select pg_current_wal_flush_lsn()::text as position, (pg_control_system()).system_identifier::text as cluster,
           (pg_control_checkpoint()).timeline_id as timeline`
  const giveUp = new AbortController()
  return Promise.race([
    isThere(replica, primaryNow, giveUp.signal).catch((): ReadFrom => 'primary_away'),
    sleep(waitMs, 'primary_behind' as const, { signal: giveUp.signal }),
  ]).finally(() => giveUp.abort())
}

async function isThere(
  replica: Queryable,
  { position, cluster, timeline }: { readonly position: string; readonly cluster: string; readonly timeline: number },
  given: AbortSignal,
): Promise<ReadFrom> {
  const statement = sql`
    select coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as has,
           pg_is_in_recovery() and (pg_control_system()).system_identifier = ${cluster}::bigint
             and (pg_control_checkpoint()).timeline_id = ${timeline} as is_replica`
  while (!given.aborted) {
    const { has, is_replica } = only(await replica.query(statement, { has: col.bool, is_replica: col.bool }))
    // A promoted server, one of another database, or one from before a restore: its positions mean something else.
    if (!is_replica) return 'primary_foreign'
    if (has) return 'replica'
    await sleep(POLL_MS)
  }
  return 'primary_behind'
}

const problems = { replica: null, primary_behind: 'behind', primary_away: 'away', primary_foreign: 'foreign' } as const

/** Why a read would be made on the primary now; null when the replica would take it, or none is configured. */
export async function findReplicaProblem(primary: Queryable, { databaseReplicaUrl: url, network }: ReplicaSettings) {
  if (url === null) return null
  const { connectPostgres } = await import('./postgres.ts')
  const replica = connectPostgres({ url, network, connections: 1, onError: () => {} })
  // A new connection takes its time, which says nothing about how far behind the replica is.
  const from = (await answers(replica)) ? await whereToRead(primary, replica, WAIT_MS) : 'primary_away'
  // One that hangs takes its time to close, and no one waits for it.
  replica.close().catch(() => {})
  return problems[from]
}

const answers = (replica: Queryable): Promise<boolean> =>
  Promise.race([
    replica.execute(sql`select 1`).then(
      () => true,
      () => false,
    ),
    sleep(CONNECT_MS, false, { ref: false }),
  ])
