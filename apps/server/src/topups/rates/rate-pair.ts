import type { OutputOf } from '@cashbox/contract'
import {
  type readTopupMethods as call,
  LARGE_CHANGE_PERCENT,
  type returnRateToFeed as returnCall,
} from '@cashbox/contract/operator'
import { col, type Queryable, query, queryOne, type RowOf, sql } from '@cashbox/postgres/database'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { auditChange, type ChangeHandler, type InputOfChange } from '../../approvals/kinds.ts'
import { toSeconds } from '../../platform/clock.ts'
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
        network: 'TRC20',
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

async function lockPair(services: Services, tx: Queryable, pair: Pair & { version: number }): Promise<PairRow> {
  await tx.execute(
    sql`select 1 from rate where coin = ${pair.coin} and currency_code = ${pair.currency_code} for update`,
  )
  const row = await findPair(services, tx, pair)
  if ((row.version ?? 0) !== pair.version) throw refusal('version_conflict')
  return row
}

const rateSubject = ({ coin, currency_code }: Pair) => ({ kind: 'rate', id: `${coin}/${currency_code}` })

/** Every coin in every currency of a channel, with or without a rate, and rates that are no longer needed. */
const readPairs = (services: Services, db: Queryable) =>
  query(db, pairColumns)`
    with needed as (
      select distinct coin, currency_code from unnest(${coinsOf(services.config.perfectMoney)}::text[]) as coin cross join channel)
    select coin, currency_code, rate.rate::text as rate, rate.checked_rate::text as checked_rate, rate.source, rate.set_at, rate.version
    from needed full join rate using (coin, currency_code) order by currency_code, coin`

type RateInput = InputOfChange<'rate_set'>

/** Later rates are compared with the last one that two operators agreed on. */
export const applyRateChange =
  (services: Services): ChangeHandler<RateInput> =>
  async (tx, input, context) => {
    const { coin, currency_code, rate } = input
    const known = await lockPair(services, tx, input)
    const isLarge = await isLargeChange(tx, known.checked_rate, input, context.request !== null)
    const checked = context.request === null ? known.checked_rate : rate
    const written = await tx.execute(sql`
      insert into rate as known (coin, currency_code, rate, checked_rate, set_at, source)
      values (${coin}, ${currency_code}, ${rate}, ${checked}, ${context.at}, 'operator')
      on conflict (coin, currency_code) do update set
        rate = excluded.rate, checked_rate = excluded.checked_rate, set_at = excluded.set_at, source = 'operator',
        version = known.version + 1
        where ${known.version}::integer is not null`)
    // Another operator has just set the first rate of this pair.
    if (written === 0) throw refusal('version_conflict')
    await restartComparison(tx, input, context.at)
    const before = known.rate === null ? null : { rate: known.rate, source: known.source }
    const subject = rateSubject(input)
    return auditChange(tx, context, {
      action: 'rate.set',
      subject: { ...subject, name: subject.id },
      reason: input.reason,
      before,
      after: { rate, source: 'operator' },
      audited: { checked_rate: checked },
      needsApproval: isLarge ? ['rate'] : [],
    })
  }

export async function returnRateToFeed(services: Services, { input, actor }: OperatorRequest<typeof returnCall>) {
  if (services.config.rates.feed === null) throw refusal('rate_feed_missing')
  const at = services.clock.now()
  return services.db.transaction(async (tx) => {
    const before = await lockPair(services, tx, input)
    if (before.rate === null) throw refusal('not_found')
    await tx.execute(sql`
      update rate set source = 'feed', version = version + 1
      where coin = ${input.coin} and currency_code = ${input.currency_code}`)
    await writeAudit(tx, { at, actor, reason: input.reason }, rateSubject(input), 'rate.return-to-feed', {
      before: { rate: before.rate, source: before.source },
      after: { rate: before.rate, source: 'feed' },
    })
    return { rate: toRate(await findPair(services, tx, input), services) }
  })
}

/** From now on, rates from the feed are compared with this one only. */
async function restartComparison(tx: Queryable, { coin, currency_code, rate }: RateInput, at: Date) {
  await tx.execute(sql`delete from rate_taken where coin = ${coin} and currency_code = ${currency_code}`)
  await tx.execute(sql`delete from rate_refusal where coin = ${coin} and currency_code = ${currency_code}`)
  await tx.execute(sql`
    insert into rate_taken (coin, currency_code, taken_at, rate) values (${coin}, ${currency_code}, ${at}, ${rate})`)
}

/** The first rate of a pair counts as a large change, because there is nothing to compare it with. */
async function isLargeChange(
  tx: Queryable,
  checked: string | null,
  { rate, confirm_large_change }: RateInput,
  isApproved: boolean,
): Promise<boolean> {
  if (checked === null) return true
  const { percent, is_large } = await queryOne(tx, { percent: col.text, is_large: col.bool })`
    select to_char(change, case when abs(change) < 100 then 'SG999990.0' else 'SG999999999999990' end) as percent,
           abs(change) > ${LARGE_CHANGE_PERCENT}::integer as is_large
    from (select (${rate}::numeric - ${checked}::numeric) * 100 / ${checked}::numeric as change) as rate`
  if (is_large && !confirm_large_change && !isApproved) {
    throw refusal('rate_change_too_large', { percent: percent.replaceAll(' ', ''), before: checked, after: rate })
  }
  return is_large
}
