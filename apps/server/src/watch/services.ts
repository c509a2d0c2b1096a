import type { Clock } from '../platform/clock.ts'
import type { RateRules } from '../platform/config.ts'
import type { Database, Queryable } from '../platform/database/database.ts'

export interface CountServices {
  readonly db: Database
  readonly clock: Clock
}

/** A sealed value that no key opens. */
export interface UnreadableSecret {
  readonly place: string
  readonly id: string
}

/** Why reads are made on the primary although a replica is configured. */
export type ReplicaProblem = 'behind' | 'away'

export interface WatchServices {
  readonly db: Queryable
  readonly clock: Clock
  readonly rates: RateRules
  readonly isTronWatched: boolean
  /** When a missing back-up is an alert; null for never. */
  readonly backupAlertAfterS: number | null
  readonly findUnreadable: (db: Queryable) => Promise<readonly UnreadableSecret[]>
  /** Null while the replica is used, or none is configured. */
  readonly findReplicaProblem: (db: Queryable) => Promise<ReplicaProblem | null>
}
