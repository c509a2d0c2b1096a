import type { Actor } from '../access/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

export interface PartnerServices {
  readonly db: Database
  readonly clock: Clock
  /** Seals the secrets of partners. */
  readonly keyring: Keyring
  /** True only in the sandbox, where partners live on this machine. */
  readonly mayBePrivate: boolean
}

/** A call by an operator whose role may make it. */
export interface Asked<Input> {
  readonly input: Input
  readonly actor: Actor
}
