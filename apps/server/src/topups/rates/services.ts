import type { Actor } from '../../access/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PerfectMoneyConfig } from '../../rails/perfect-money/order.ts'
import type { RateFeedConfig } from '../../rails/rates/rate-feed.ts'
import type { TronConfig } from '../../rails/tron/tron-config.ts'
import type { RateRules } from '../rates.ts'

export interface RateServices {
  readonly db: Database
  readonly clock: Clock
  readonly tron: TronConfig
  readonly perfectMoney: PerfectMoneyConfig | null
  readonly rates: RateRules & { readonly feed: RateFeedConfig | null }
}

/** A call by an operator whose role may make it. */
export interface Asked<Input> {
  readonly input: Input
  readonly actor: Actor
}
