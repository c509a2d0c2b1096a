import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import type { TermServices } from '../topups/find-terms.ts'
import type { WatchServices } from '../watch/services.ts'
import { checkReplica } from './open-database.ts'
import { findUnreadable } from './sealed-places.ts'

/** What alerts depend on, besides the database and the time. */
export const watchFacts = (
  { rates, tron, backup, databaseReplica }: Config,
  keyring: Keyring,
): Omit<WatchServices, 'db' | 'clock'> => ({
  rates,
  isTronWatched: tron.isOn,
  backupAlertAfterS: backup.alertAfterS,
  findUnreadable: (db) => findUnreadable(db, keyring),
  findReplicaProblem: async (db) => (databaseReplica === null ? null : checkReplica(db, databaseReplica)),
})

export const termServices = ({ rates, tron, perfectMoney }: Config, clock: Clock): TermServices => ({
  clock,
  rates,
  offsets: { tron: tron.offsetPercent, 'perfect-money': perfectMoney?.offsetPercent ?? '0' },
})
