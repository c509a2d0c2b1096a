import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { RateLimits } from '../../../platform/rate-limits.ts'
import type { MapConfig } from '../../../rails/map/map-config.ts'

export interface MapServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly map: Pick<MapConfig, 'tiles' | 'attribution'>
  /** Where addresses are searched, with {query}; null for nowhere. */
  readonly geocoder: () => string | null
  /** The geocoder is away or answers nonsense. */
  readonly onError: (error: unknown) => void
}
