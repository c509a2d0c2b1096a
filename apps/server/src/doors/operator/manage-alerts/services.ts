import type { Actor } from '../../../domain/operators/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Keyring } from '../../../platform/keyring.ts'

export interface AlertServices {
  readonly db: Database
  readonly clock: Clock
  /** Seals signing secrets and tokens of bots. */
  readonly keyring: Keyring
  /** True only in the sandbox, where receivers live on this machine. */
  readonly mayBePrivate: boolean
}

/** A call by an operator whose role may make it. */
export interface Asked<Input> {
  readonly input: Input
  readonly actor: Actor
}
