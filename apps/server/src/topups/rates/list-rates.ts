import { readPairs, showRate } from './rate-pair.ts'
import type { RateServices } from './services.ts'

export async function listRates(services: RateServices) {
  const { feed, maxAgeS, whenStale } = services.rates
  const rows = await readPairs(services, services.db)
  return {
    list: rows.map((row) => showRate(row, services)),
    has_feed: feed !== null,
    max_age_s: maxAgeS,
    when_stale: whenStale,
    max_change_percent: feed?.maxChangePercent ?? null,
  }
}
