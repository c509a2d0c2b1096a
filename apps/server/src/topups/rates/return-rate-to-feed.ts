import type { ParsedInputOf } from '@cashbox/contract'
import type { returnRateToFeed as call } from '@cashbox/contract/operator'
import { writeAudit } from '../../access/audit.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { findPair, holdPair, rateSubject, showRate } from './rate-pair.ts'
import type { Asked, RateServices } from './services.ts'

type HandingBack = Asked<ParsedInputOf<typeof call>>

export async function returnRateToFeed(services: RateServices, { input, actor }: HandingBack) {
  if (services.rates.feed === null) throw refusal('rate_feed_missing')
  const at = services.clock.now()
  return services.db.transaction(async (tx) => {
    const before = await holdPair(services, tx, input)
    if (before.rate === null) throw refusal('not_found')
    await tx.execute(sql`
      update rate set source = 'feed', version = version + 1
      where coin = ${input.coin} and currency_code = ${input.currency_code}`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'rate.return-to-feed',
      subject: rateSubject(input),
      reason: input.reason,
      before: { rate: before.rate, source: before.source },
      after: { rate: before.rate, source: 'feed' },
    })
    return { rate: showRate(await findPair(services, tx, input), services) }
  })
}
