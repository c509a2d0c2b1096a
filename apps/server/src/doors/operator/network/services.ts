import type { Actor } from '../../../domain/operators/audit.ts'
import type { RateRules } from '../../../domain/topups/rates.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { PerfectMoneyConfig } from '../../../rails/perfect-money/order.ts'
import type { RateFeedConfig } from '../../../rails/rates/rate-feed.ts'
import type { TronConfig } from '../../../rails/tron/tron-config.ts'

export interface NetworkServices {
  readonly db: Database
  readonly clock: Clock
  /** Seals the secrets of partners. */
  readonly secret: string
  /** True only in the sandbox, where partners live on this machine. */
  readonly mayBePrivate: boolean
  readonly tron: TronConfig
  readonly perfectMoney: PerfectMoneyConfig | null
  readonly rates: RateRules & { readonly feed: RateFeedConfig | null }
}

/** A call of somebody who may make it. */
export interface Asked<Input> {
  readonly input: Input
  readonly actor: Actor
}
