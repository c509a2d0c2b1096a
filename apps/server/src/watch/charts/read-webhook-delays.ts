import type { OutputOf } from '@cashbox/contract'
import type { chartWebhookDelays } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { int8 } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { startsOf } from './chart-steps.ts'
import { findPartner } from './find-partner.ts'
import type { ChartServices } from './services.ts'

const columns = { at: int8, delivered: int8, average_ms: int8, slowest_ms: int8 }

export async function readWebhookDelays(
  { db, clock }: ChartServices,
  partner: string | undefined,
): Promise<OutputOf<typeof chartWebhookDelays>> {
  const starts = startsOf('hour', clock.now())
  const partnerId = partner === undefined ? null : await findPartner(db, partner)
  const rows = await db.query(
    sql`
      select epoch_seconds(hour)::bigint as at, sum(delivered)::bigint as delivered,
             (sum(delay_ms) / sum(delivered))::bigint as average_ms, max(slowest_ms) as slowest_ms
      from webhook_hour
      where hour >= ${starts[0]} and (${partnerId}::uuid is null or player_service_id = ${partnerId}) group by hour`,
    columns,
  )
  const byTime = new Map(rows.map((row) => [Number(row.at), row]))
  const points = starts.map((start) => {
    const row = byTime.get(toSeconds(start))
    return {
      at: toSeconds(start),
      delivered: Number(row?.delivered ?? 0n),
      average_ms: row ? Number(row.average_ms) : null,
      slowest_ms: row ? Number(row.slowest_ms) : null,
    }
  })
  return { points }
}
