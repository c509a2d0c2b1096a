import { LARGE_CHANGE_PERCENT, type returnRateToFeed as returnCall } from '@cashbox/contract/operator'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { auditChange, type ChangeHandler, type InputOfChange } from '../../approvals/kinds.ts'
import { col, type Queryable, queryOne, sql } from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { findPair, lockPair, rateSubject, toRate } from './rate-pair.ts'

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
