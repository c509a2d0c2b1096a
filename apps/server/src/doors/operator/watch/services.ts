import type { RateRules } from '../../../domain/topups/rates.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface CountServices {
  readonly db: Database
  readonly clock: Clock
}

export interface WatchServices extends CountServices {
  readonly rates: RateRules
}
