import type { LiveTopic } from '@cashbox/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TronConfig } from '../../rails/tron/tron-config.ts'
import type { TronProviders } from '../../rails/tron/tron-providers.ts'
import type { RateRules } from '../rates.ts'

export interface WatchServices {
  readonly db: Database
  readonly clock: Clock
  readonly tron: TronConfig
  readonly rates: RateRules
  readonly providers: TronProviders
  /** Something of an agent has changed, and is on disk. */
  readonly onChanged: (agentId: string, ...topics: LiveTopic[]) => void
  /** What was decided about a top-up, and is on disk. */
  readonly onSettled?: (topup: {
    readonly topupId: string
    readonly state: string
    readonly reason: string | null
  }) => void
}

export const COIN = 'USDT'
export const DECIMALS = 6
/** Hundredths of a coin to its smallest part. */
export const UNITS_PER_MINOR = 10n ** BigInt(DECIMALS - 2)

/** How long other workers leave alone what one has taken. A worker that dies loses it after that. */
export const LEASE_MS = 60_000

export const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
