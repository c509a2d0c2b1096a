import type { Clock } from '../../platform/clock.ts'
import type { TronProviderConfig } from '../../platform/config.ts'
import { createTronApi, ProviderFailure, type TronApi } from './tron-api.ts'

const MIN_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 5 * 60_000

export type TronProviders = ReturnType<typeof createTronProviders>

/** Uses the first available provider. One that fails or throttles is paused, longer each time. */
export function createTronProviders(
  configs: readonly TronProviderConfig[],
  clock: Clock,
  onFailure: (failure: { url: string; problem: string }) => void,
) {
  const providers = configs.map((config) => ({ config, api: createTronApi(config), pausedUntil: 0, pauseMs: 0 }))

  async function callProvider<T>(provider: (typeof providers)[number], work: (api: TronApi) => Promise<T>): Promise<T> {
    try {
      const result = await work(provider.api)
      provider.pauseMs = 0
      return result
    } catch (error) {
      if (error instanceof ProviderFailure) {
        const doubled = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, provider.pauseMs * 2))
        provider.pauseMs = error.retryAfterMs === null ? doubled : Math.min(MAX_PAUSE_MS, error.retryAfterMs)
        provider.pausedUntil = clock.now().getTime() + provider.pauseMs
        onFailure({ url: provider.config.url, problem: error.message })
      }
      throw error
    }
  }

  const available = () => providers.filter(({ pausedUntil }) => pausedUntil <= clock.now().getTime())

  return {
    /** The number of providers that can confirm each other. */
    independent: () => new Set(providers.map(({ api }) => api.host)).size,

    /** Does all of the work with one provider; if it fails, all of it again with the next. */
    async first<T>(work: (api: TronApi) => Promise<T>): Promise<T> {
      let last = new ProviderFailure('all providers failed a moment ago')
      for (const provider of available()) {
        try {
          return await callProvider(provider, work)
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error
          last = error
        }
      }
      throw last
    },

    /** Leaves out providers that fail. Throws when all fail. */
    async each<T>(work: (api: TronApi) => Promise<T>): Promise<T[]> {
      const settled = await Promise.allSettled(available().map((provider) => callProvider(provider, work)))
      const answers = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
      const failed = settled.find((one) => one.status === 'rejected')
      if (answers.length === 0) throw failed?.reason ?? new ProviderFailure('all providers failed a moment ago')
      return answers
    },
  }
}
