import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

export interface PartnerServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** Whether webhooks may go to private addresses: only in the sandbox, where partners run on this machine. */
  readonly mayBePrivate: boolean
}
