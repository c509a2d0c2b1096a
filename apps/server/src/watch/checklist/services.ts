import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

export interface ChecklistServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** Of the console. */
  readonly publicUrl: string
}
