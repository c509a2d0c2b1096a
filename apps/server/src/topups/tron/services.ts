import type { LiveTopic } from '@cashbox/contract'
import type { Clock } from '../../platform/clock.ts'
import type { RateRules, TronConfig } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TronProviders } from '../../rails/tron/tron-providers.ts'

export interface WatchServices {
  readonly db: Database
  readonly clock: Clock
  readonly tron: TronConfig
  readonly rates: RateRules
  readonly providers: TronProviders
  /** Called after the commit. */
  readonly onChanged: (agentId: string, ...topics: LiveTopic[]) => void
  /** Called after the commit. */
  readonly onSettled?: (topup: {
    readonly topupId: string
    readonly state: string
    readonly reason: string | null
  }) => void
}

export const COIN = 'USDT'
export const DECIMALS = 6
/** Smallest units of the token in one hundredth of a coin. */
export const UNITS_PER_MINOR = 10n ** BigInt(DECIMALS - 2)

/** A worker's claim lasts this long; after that, the worker counts as dead. */
export const LEASE_MS = 60_000

export const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
