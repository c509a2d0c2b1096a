import type { WalletType } from '@cashbox/contract'
import { col, type Queryable, query } from '@cashbox/postgres/database'
import type { Config } from '../platform/config.ts'
import type { Services } from '../platform/services.ts'

/** Top-ups are credited by the worker, and from the command line. */
export type RateServices = Pick<Services, 'clock' | 'config'>

export interface Rate {
  /** Channel currency for one coin. */
  readonly rate: string
  readonly currencyCode: string
}

export const coinsOf = (perfectMoney: { readonly units: string } | null) => [
  'USDT',
  ...(perfectMoney ? [perfectMoney.units] : []),
]

/** In percent. */
export const offsetOf = ({ tron, perfectMoney }: Config, rail: WalletType) =>
  rail === 'tron' ? tron.offsetPercent : (perfectMoney?.offsetPercent ?? '0')

/** Older rates from the feed are not used. */
export const usableSince = ({ clock, config: { rates } }: RateServices) =>
  new Date(rates.whenStale === 'use' ? 0 : clock.now().getTime() - rates.maxAgeS * 1000)

/** In the currency of the agent's channel. Null while there is no usable rate. */
export async function findRate(db: Queryable, services: RateServices, agentId: string, coin: string) {
  const [row] = await query(db, { rate: col.text, currency_code: col.text })`
    select rate.rate::text as rate, channel.currency_code from agent
    join channel on channel.id = agent.channel_id
    join rate on rate.currency_code = channel.currency_code and rate.coin = ${coin}
    where agent.id = ${agentId} and (rate.source = 'operator' or rate.set_at >= ${usableSince(services)})`
  return row ? { rate: row.rate, currencyCode: row.currency_code } : null
}
