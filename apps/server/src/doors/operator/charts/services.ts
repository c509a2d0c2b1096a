import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface ChartServices {
  readonly db: Database
  readonly clock: Clock
}
