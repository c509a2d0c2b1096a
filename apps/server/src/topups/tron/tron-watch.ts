import { parseMinor } from '@cashbox/contract'
import type { TronConfig } from '../../platform/config.ts'
import type { JobServices } from '../../platform/services.ts'
import { createTronProviders, type TronProviders } from '../../rails/tron/tron-providers.ts'

export type TronWatch = JobServices & { readonly tron: TronConfig; readonly providers: TronProviders }

/** Without other providers the sandbox's own chain is watched. */
export function createTronWatch(services: JobServices): TronWatch {
  const { config, clock, log, address } = services
  const sandbox = {
    get url() {
      return `${address()}/sandbox/tron`
    },
    apiKey: null,
  }
  const providers = config.tron.providers.length > 0 ? config.tron.providers : [sandbox]
  return {
    ...services,
    tron: config.tron,
    providers: createTronProviders(providers, clock, (failure) =>
      log.warn(failure, 'Tron provider failed; it is not asked again for a while'),
    ),
  }
}

export const COIN = 'USDT'
export const DECIMALS = 6
/** Smallest units of the token in one hundredth of a coin. */
export const UNITS_PER_MINOR = 10n ** BigInt(DECIMALS - 2)

/** A worker's claim lasts this long; after that, the worker counts as dead. */
export const LEASE_MS = 60_000

/** In the smallest units of the token. */
export const minimumUnits = ({ tron }: TronWatch) => (parseMinor(tron.minimumDeposit) ?? 0n) * UNITS_PER_MINOR

export const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
