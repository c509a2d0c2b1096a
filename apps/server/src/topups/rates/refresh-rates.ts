import { col, query, sql, type Tx } from '@cashbox/postgres/database'
import { type Clock, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { RateFeedConfig } from '../../platform/config.ts'
import type { Services } from '../../platform/services.ts'
import { type FeedRate, readRateFeed } from '../../rails/rates/rate-feed.ts'
import { coinsOf } from '../rates.ts'

/** Tolerance for the clock of the feed. */
const MAX_AHEAD_MS = 60_000

type RefusalReason = 'first' | 'too_far'
type RefusedRate = FeedRate & { readonly reason: RefusalReason }

/** Stores the rates of the feed, unless an operator has set the rate. Returns the refused rates. */
export async function refreshRates(services: Pick<Services, 'db' | 'clock' | 'config'>, feed: RateFeedConfig) {
  const { db, clock, config } = services
  const coins = coinsOf(config.perfectMoney)
  const { at, rates } = await readRateFeed(feed.url)
  if (at.getTime() > clock.now().getTime() + MAX_AHEAD_MS) throw new Error('the time of the rate feed is in the future')
  const refused: RefusedRate[] = []
  for (const offered of rates.filter(({ coin }) => coins.includes(coin))) {
    const reason = await db.transaction((tx) => acceptOrRefuse(tx, clock, feed, offered, at))
    if (reason) refused.push({ ...offered, reason })
  }
  await db.execute(sql`delete from rate_taken where taken_at < ${new Date(clock.now().getTime() - DAY_MS)}`)
  return refused
}

/** Returns why the rate is refused; null when it is not. */
async function acceptOrRefuse(tx: Tx, clock: Clock, feed: RateFeedConfig, offered: FeedRate, at: Date) {
  const { coin, currencyCode, rate } = offered
  const known = await compare(tx, clock, feed, offered, at)
  if (!known) {
    // A feed can list currencies that no channel uses.
    const isNeeded = await tx.execute(sql`select 1 from channel where currency_code = ${currencyCode} limit 1`)
    return isNeeded > 0 ? refuse(tx, clock, offered, 'first') : null
  }
  if (known.source === 'operator') return null
  if (!known.is_near) return refuse(tx, clock, offered, 'too_far')
  if (known.is_news) {
    await tx.execute(sql`
      update rate set rate = ${rate}, checked_rate = ${rate}, set_at = ${at}
      where coin = ${coin} and currency_code = ${currencyCode}`)
    await tx.execute(sql`
      insert into rate_taken (coin, currency_code, taken_at, rate)
      values (${coin}, ${currencyCode}, ${clock.now()}, ${rate}) on conflict do nothing`)
  }
  await tx.execute(sql`delete from rate_refusal where coin = ${coin} and currency_code = ${currencyCode}`)
  return null
}

/** Compares the rate with the current one and with all rates of the last hour and day. */
async function compare(tx: Tx, clock: Clock, feed: RateFeedConfig, { coin, currencyCode, rate }: FeedRate, at: Date) {
  const nowMs = clock.now().getTime()
  const [known] = await query(tx, { source: col.oneOf('operator', 'feed'), is_news: col.bool, is_near: col.bool })`
    select source, set_at < ${at} as is_news,
           ${rate}::numeric > 0
           and abs(${rate}::numeric - rate) * 100 <= rate * ${feed.maxChangePercent}
           and not exists (
             select 1 from rate_taken as past
             where past.coin = rate.coin and past.currency_code = rate.currency_code
               and past.taken_at > ${new Date(nowMs - DAY_MS)}
               and abs(${rate}::numeric - past.rate) * 100 > past.rate * case
                 when past.taken_at > ${new Date(nowMs - HOUR_MS)} then ${feed.maxChangePercent}::integer
                 else ${feed.maxDayChangePercent}::integer end) as is_near
    from rate where coin = ${coin} and currency_code = ${currencyCode} for update`
  return known
}

async function refuse(tx: Tx, clock: Clock, { coin, currencyCode, rate }: FeedRate, reason: RefusalReason) {
  await tx.execute(sql`
    insert into rate_refusal (coin, currency_code, rate, reason, since)
    values (${coin}, ${currencyCode}, ${rate}, ${reason}, ${clock.now()})
    on conflict (coin, currency_code) do update set rate = excluded.rate, reason = excluded.reason`)
  return reason
}
