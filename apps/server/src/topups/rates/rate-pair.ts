import type { OutputOf } from '@cashbox/contract'
import type { readTopupMethods as call } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { col, type Queryable, query, type RowOf, sql } from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { coinsOf } from '../rates.ts'

type PairRow = RowOf<typeof pairColumns>

interface Pair {
  readonly coin: string
  readonly currency_code: string
}

const pairColumns = {
  coin: col.text,
  currency_code: col.text,
  rate: col.nullable(col.text),
  /** The last rate from the feed, or the last that two operators agreed on. */
  checked_rate: col.nullable(col.text),
  source: col.nullable(col.oneOf('operator', 'feed')),
  set_at: col.nullable(col.timestamptz),
  version: col.nullable(col.int4),
}

export async function listRates(services: Services) {
  const { feed, maxAgeS, whenStale } = services.config.rates
  const rows = await readPairs(services, services.db)
  return {
    list: rows.map((row) => toRate(row, services)),
    has_feed: feed !== null,
    max_age_s: maxAgeS,
    when_stale: whenStale,
    max_change_percent: feed?.maxChangePercent ?? null,
  }
}

/** The configuration without its secrets. */
export const readTopupMethods = ({ config: { tron, perfectMoney } }: Services): OutputOf<typeof call> => ({
  tron: tron.isOn
    ? {
        network: tron.network,
        chain: tron.chain,
        contract: tron.usdt,
        provider_count: tron.providers.length,
        minimum_deposit: tron.minimumDeposit,
        offset_percent: tron.offsetPercent,
        small_sums: tron.smallSums,
      }
    : null,
  perfect_money: perfectMoney && {
    account: perfectMoney.account,
    units: perfectMoney.units,
    minimum_deposit: perfectMoney.minimumDeposit,
    offset_percent: perfectMoney.offsetPercent,
    reads_history: perfectMoney.history !== null,
  },
})

export function toRate(
  { coin, currency_code, rate, source, set_at, version }: PairRow,
  { clock, config: { rates } }: Services,
) {
  const isFresh = set_at !== null && set_at.getTime() >= clock.now().getTime() - rates.maxAgeS * 1000
  const isUsableByFeed = rate !== null && (rates.whenStale === 'use' || isFresh)
  return {
    coin,
    currency_code,
    rate,
    source,
    set_at: set_at && toSeconds(set_at),
    is_usable: isUsableByFeed || (rate !== null && source === 'operator'),
    is_usable_by_feed: isUsableByFeed,
    version: version ?? 0,
  }
}

export async function findPair(services: Services, db: Queryable, { coin, currency_code }: Pair): Promise<PairRow> {
  const rows = await readPairs(services, db)
  if (rows.every((row) => row.coin !== coin)) throw refusal('coin_unknown')
  const row = rows.find((known) => known.coin === coin && known.currency_code === currency_code)
  if (!row) throw refusal('currency_unknown')
  return row
}

export async function lockPair(services: Services, tx: Queryable, pair: Pair & { version: number }): Promise<PairRow> {
  await tx.execute(
    sql`select 1 from rate where coin = ${pair.coin} and currency_code = ${pair.currency_code} for update`,
  )
  const row = await findPair(services, tx, pair)
  if ((row.version ?? 0) !== pair.version) throw refusal('version_conflict')
  return row
}

export const rateSubject = ({ coin, currency_code }: Pair) => ({ kind: 'rate', id: `${coin}/${currency_code}` })

/** Every coin in every currency of a channel, with or without a rate, and rates that are no longer needed. */
const readPairs = (services: Services, db: Queryable) =>
  query(db, pairColumns)`
    with needed as (
      select distinct coin, currency_code from unnest(${`{${coinsOf(services.config.perfectMoney).join(',')}}`}::text[]) as coin cross join channel)
    select coin, currency_code, rate.rate::text as rate, rate.checked_rate::text as checked_rate, rate.source, rate.set_at, rate.version
    from needed full join rate using (coin, currency_code) order by currency_code, coin`
