import type { ParsedInputOf } from '@cashbox/contract'
import type { setRate as call } from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { bool, text } from '../../../platform/db/columns.ts'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { findPair, holdPair, rateSubject, showRate } from './rate-pair.ts'
import type { Asked, RateServices } from './services.ts'

/** A rate that differs more than this from the last one may be a slip of the finger. */
const LARGE_CHANGE_PERCENT = 10

type Setting = Asked<ParsedInputOf<typeof call>>

export async function setRate(services: RateServices, { input, actor }: Setting) {
  const { coin, currency_code, rate, reason } = input
  const at = services.clock.now()
  return services.db.transaction(async (tx) => {
    const before = await holdPair(services, tx, input)
    if (!input.confirm_large_change) await refuseLargeChange(tx, before.rate, rate)
    const written = await tx.execute(sql`
      insert into rate as known (coin, currency_code, rate, set_at, source)
      values (${coin}, ${currency_code}, ${rate}, ${at}, 'operator')
      on conflict (coin, currency_code) do update set
        rate = excluded.rate, set_at = excluded.set_at, source = 'operator', version = known.version + 1
        where ${before.version}::integer is not null`)
    // Another operator set it for the first time a moment ago.
    if (written === 0) throw refusal('version_conflict')
    await startAnew(tx, input, at)
    await writeAudit(tx, {
      at,
      actor,
      action: 'rate.set',
      subject: rateSubject(input),
      reason,
      before: before.rate === null ? null : { rate: before.rate, source: before.source },
      after: { rate, source: 'operator' },
    })
    return { rate: showRate(await findPair(services, tx, input), services) }
  })
}

/** From here on the feed is measured against this rate, and no longer against those before it. */
async function startAnew(tx: Queryable, { coin, currency_code, rate }: Setting['input'], at: Date) {
  await tx.execute(sql`delete from rate_taken where coin = ${coin} and currency_code = ${currency_code}`)
  await tx.execute(sql`delete from rate_refusal where coin = ${coin} and currency_code = ${currency_code}`)
  await tx.execute(sql`
    insert into rate_taken (coin, currency_code, taken_at, rate) values (${coin}, ${currency_code}, ${at}, ${rate})`)
}

async function refuseLargeChange(tx: Queryable, before: string | null, after: string) {
  if (before === null) return
  const { percent, is_large } = only(
    await tx.query(
      sql`
        select to_char(change, case when abs(change) < 100 then 'SG999990.0' else 'SG999999999999990' end) as percent,
               abs(change) > ${LARGE_CHANGE_PERCENT}::integer as is_large
        from (select (${after}::numeric - ${before}::numeric) * 100 / ${before}::numeric as change) as rate`,
      { percent: text, is_large: bool },
    ),
  )
  if (is_large) throw refusal('rate_change_too_large', { percent: percent.replaceAll(' ', ''), before, after })
}
