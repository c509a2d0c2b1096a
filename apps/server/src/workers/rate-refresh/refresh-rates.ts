import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { type RateFeedConfig, readRateFeed } from '../../rails/rates/rate-feed.ts'

/** A feed whose clock runs ahead by more than this is not believed. */
const AHEAD_MS = 60_000

interface Refusal {
  readonly coin: string
  readonly currencyCode: string
  readonly rate: string
}

/** Takes over what the feed says, where no operator has set a rate. Answers with the rates it did not believe. */
export async function refreshRates(db: Database, clock: Clock, feed: RateFeedConfig): Promise<Refusal[]> {
  const { at, rates } = await readRateFeed(feed.url)
  if (at.getTime() > clock.now().getTime() + AHEAD_MS) throw new Error('the time of the rate feed is in the future')
  const refused: Refusal[] = []
  for (const { coin, currencyCode, rate } of rates) {
    if (!/[1-9]/.test(rate)) {
      refused.push({ coin, currencyCode, rate })
      continue
    }
    const taken = await db.execute(sql`
      insert into rate as known (coin, currency_code, rate, set_at, source)
      values (${coin}, ${currencyCode}, ${rate}, ${at}, 'feed')
      on conflict (coin, currency_code) do update set rate = excluded.rate, set_at = excluded.set_at
        where known.source = 'feed' and known.set_at < excluded.set_at
          and abs(excluded.rate - known.rate) * 100 <= known.rate * ${feed.maxChangePercent}`)
    if (taken === 0 && (await isTooFar(db, feed, { coin, currencyCode, rate }))) {
      refused.push({ coin, currencyCode, rate })
    }
  }
  return refused
}

async function isTooFar(db: Database, { maxChangePercent }: RateFeedConfig, { coin, currencyCode, rate }: Refusal) {
  const found = await db.execute(sql`
    select 1 from rate where coin = ${coin} and currency_code = ${currencyCode} and source = 'feed'
      and abs(${rate}::numeric - rate) * 100 > rate * ${maxChangePercent}`)
  return found > 0
}
