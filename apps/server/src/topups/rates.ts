import type { Clock } from '../platform/clock.ts'
import { type Queryable, sql, text } from '../platform/database/database.ts'

export interface RateRules {
  /** How old a rate of the feed may be. One that an operator set does not age. */
  readonly maxAgeS: number
  /** What an older one is good for: nothing until there is a new one, or to go on with as the last known. */
  readonly whenStale: 'hold' | 'use'
}

export interface RateServices {
  readonly clock: Clock
  readonly rates: RateRules
}

export interface Rate {
  /** Channel currency for one coin. */
  readonly rate: string
  readonly currencyCode: string
}

/** The coins that top-ups come in. */
export const coinsOf = (perfectMoney: { readonly units: string } | null) => [
  'USDT',
  ...(perfectMoney ? [perfectMoney.units] : []),
]

/** Rates of the feed that were set before it are of no use now. */
export const usableSince = ({ clock, rates }: RateServices) =>
  new Date(rates.whenStale === 'use' ? 0 : clock.now().getTime() - rates.maxAgeS * 1000)

/** What one coin is worth in the currency of the agent's channel; null while that is not known. */
export async function findRate(
  db: Queryable,
  services: RateServices,
  agentId: string,
  coin: string,
): Promise<Rate | null> {
  const [row] = await db.query(
    sql`
      select rate.rate::text as rate, channel.currency_code from agent
      join channel on channel.id = agent.channel_id
      join rate on rate.currency_code = channel.currency_code and rate.coin = ${coin}
      where agent.id = ${agentId} and (rate.source = 'operator' or rate.set_at >= ${usableSince(services)})`,
    { rate: text, currency_code: text },
  )
  return row ? { rate: row.rate, currencyCode: row.currency_code } : null
}
