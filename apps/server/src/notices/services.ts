import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

export interface InboxServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** True only where the outside world runs on this machine. */
  readonly mayBePrivate: boolean
  readonly onNotice: (agentId: string) => void
}
