import type { ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { type Clock, toSeconds } from '../../../platform/clock.ts'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { Asked, NetworkServices } from './services.ts'

/** A rate further than this from the last one may be a slip of the finger. */
const FAR_PERCENT = 10

interface Row {
  coin: string
  currency_code: string
  rate: string | null
  source: 'operator' | 'feed' | null
  set_at: Date | null
  version: number | null
}

interface Pair {
  readonly coin: string
  readonly currency_code: string
}

const coinsOf = ({ perfectMoney }: NetworkServices) => ['USDT', ...(perfectMoney ? [perfectMoney.units] : [])]

/** Every coin in every currency of the network, whether or not it has a rate; and rates that nobody needs any more. */
const readRows = (db: Queryable, coins: readonly string[]) =>
  db.query<Row>(sql`
    with needed as (
      select distinct coin, currency_code from unnest(${`{${coins.join(',')}}`}::text[]) as coin cross join channel)
    select coin, currency_code, rate.rate::text as rate, rate.source, rate.set_at, rate.version
    from needed full join rate using (coin, currency_code) order by currency_code, coin`)

function show({ coin, currency_code, rate, source, set_at, version }: Row, { clock, rates }: RateServices) {
  const isFresh = set_at !== null && set_at.getTime() >= clock.now().getTime() - rates.maxAgeS * 1000
  return {
    coin,
    currency_code,
    rate,
    source,
    set_at: set_at && toSeconds(set_at),
    is_usable: rate !== null && (source === 'operator' || rates.whenStale === 'use' || isFresh),
    version: version ?? 0,
  }
}

interface RateServices {
  readonly clock: Clock
  readonly rates: NetworkServices['rates']
}

export async function listRates(services: NetworkServices) {
  const { feed, maxAgeS, whenStale } = services.rates
  const rows = await readRows(services.db, coinsOf(services))
  return {
    list: rows.map((row) => show(row, services)),
    has_feed: feed !== null,
    max_age_s: maxAgeS,
    when_stale: whenStale,
    max_change_percent: feed?.maxChangePercent ?? null,
  }
}

async function findPair(services: NetworkServices, db: Queryable, { coin, currency_code }: Pair): Promise<Row> {
  const rows = await readRows(db, coinsOf(services))
  if (rows.every((row) => row.coin !== coin)) throw refusal('coin_unknown')
  const row = rows.find((known) => known.coin === coin && known.currency_code === currency_code)
  if (!row) throw refusal('currency_unknown')
  return row
}

/** Holds the pair: whoever else sets it waits, and is then too late. */
async function holdPair(services: NetworkServices, tx: Queryable, wish: Pair & { version: number }): Promise<Row> {
  await tx.query(sql`select 1 from rate where coin = ${wish.coin} and currency_code = ${wish.currency_code} for update`)
  const row = await findPair(services, tx, wish)
  if ((row.version ?? 0) !== wish.version) throw refusal('stale')
  return row
}

const subjectOf = ({ coin, currency_code }: Pair) => ({ kind: 'rate', id: `${coin}/${currency_code}` })

type Setting = Asked<ParsedInputOf<typeof contract.setRate>>

export async function setRate(services: NetworkServices, { input, actor }: Setting) {
  const { coin, currency_code, rate, reason } = input
  const at = services.clock.now()
  return services.db.transaction(async (tx) => {
    const before = await holdPair(services, tx, input)
    if (!input.is_far_meant && (await isFar(tx, before.rate, rate))) throw refusal('rate_far')
    const written = await tx.query(sql`
      insert into rate as known (coin, currency_code, rate, set_at, source)
      values (${coin}, ${currency_code}, ${rate}, ${at}, 'operator')
      on conflict (coin, currency_code) do update set
        rate = excluded.rate, set_at = excluded.set_at, source = 'operator', version = known.version + 1
        where ${before.version}::integer is not null
      returning 1`)
    // Somebody else set it for the first time a moment ago.
    if (written.length === 0) throw refusal('stale')
    await writeAudit(tx, {
      at,
      actor,
      action: 'rate.set',
      subject: subjectOf(input),
      reason,
      before: before.rate === null ? null : { rate: before.rate, source: before.source },
      after: { rate, source: 'operator' },
    })
    return { rate: show(await findPair(services, tx, input), services) }
  })
}

async function isFar(tx: Queryable, before: string | null, after: string) {
  if (before === null) return false
  const { is_far } = only(
    await tx.query<{ is_far: boolean }>(sql`
      select abs(${after}::numeric - ${before}::numeric) * 100 > ${before}::numeric * ${FAR_PERCENT}::integer as is_far`),
  )
  return is_far
}

type HandingBack = Asked<ParsedInputOf<typeof contract.handRateBack>>

export async function handRateBack(services: NetworkServices, { input, actor }: HandingBack) {
  if (services.rates.feed === null) throw refusal('rate_feed_missing')
  const at = services.clock.now()
  return services.db.transaction(async (tx) => {
    const before = await holdPair(services, tx, input)
    if (before.rate === null) throw refusal('not_found')
    await tx.query(sql`
      update rate set source = 'feed', version = version + 1
      where coin = ${input.coin} and currency_code = ${input.currency_code}`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'rate.hand-back',
      subject: subjectOf(input),
      reason: input.reason,
      before: { rate: before.rate, source: before.source },
      after: { rate: before.rate, source: 'feed' },
    })
    return { rate: show(await findPair(services, tx, input), services) }
  })
}
