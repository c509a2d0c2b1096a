import type { Clock } from '../../platform/clock.ts'
import { createTronApi, ProviderFailure, type TronApi } from './tron-api.ts'
import type { TronProviderConfig } from './tron-config.ts'

const FIRST_REST_MS = 2_000
const LONGEST_REST_MS = 5 * 60_000

export type TronProviders = ReturnType<typeof createTronProviders>

/** Asks the first provider that is well. One that fails or throttles rests for a while, and longer each time. */
export function createTronProviders(
  configs: readonly TronProviderConfig[],
  clock: Clock,
  onFailure: (failure: { url: string; problem: string }) => void,
) {
  const providers = configs.map((config) => ({ config, api: createTronApi(config), restsUntil: 0, restMs: 0 }))

  async function on<T>(provider: (typeof providers)[number], work: (api: TronApi) => Promise<T>): Promise<T> {
    try {
      const result = await work(provider.api)
      provider.restMs = 0
      return result
    } catch (error) {
      if (error instanceof ProviderFailure) {
        const doubled = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, provider.restMs * 2))
        provider.restMs = error.retryAfterMs === null ? doubled : Math.min(LONGEST_REST_MS, error.retryAfterMs)
        provider.restsUntil = clock.now().getTime() + provider.restMs
        onFailure({ url: provider.config.url, problem: error.message })
      }
      throw error
    }
  }

  const well = () => providers.filter(({ restsUntil }) => restsUntil <= clock.now().getTime())

  return {
    /** How many there are that can confirm what another one says. */
    independent: () => new Set(providers.map(({ api }) => api.host)).size,

    /** Does all of the work with one provider, or all of it again with the next one. */
    async first<T>(work: (api: TronApi) => Promise<T>): Promise<T> {
      let last = new ProviderFailure('all providers failed a moment ago')
      for (const provider of well()) {
        try {
          return await on(provider, work)
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error
          last = error
        }
      }
      throw last
    },

    /** What each of them says; those that don't answer are left out, and it fails when none does. */
    async each<T>(work: (api: TronApi) => Promise<T>): Promise<T[]> {
      const settled = await Promise.allSettled(well().map((provider) => on(provider, work)))
      const answers = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
      const failed = settled.find((one) => one.status === 'rejected')
      if (answers.length === 0) throw failed?.reason ?? new ProviderFailure('all providers failed a moment ago')
      return answers
    },
  }
}
