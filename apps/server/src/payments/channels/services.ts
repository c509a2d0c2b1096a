import type { Actor } from '../../access/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

export interface ChannelServices {
  readonly db: Database
  readonly clock: Clock
}

/** A call by an operator whose role may make it. */
export interface Asked<Input> {
  readonly input: Input
  readonly actor: Actor
}
