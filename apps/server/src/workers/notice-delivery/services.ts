import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keyring } from '../../platform/keyring.ts'

export interface DeliveryServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** Of the agents' app, for the links in letters. */
  readonly publicUrl: string
  /** Whom a push service can ask about our messages: an address of mail, or of a page with https. */
  readonly pushContact: string
  /** True only where the outside world runs on this machine. */
  readonly mayBePrivate: boolean
}
