import * as z from 'zod/mini'
import { int8, oneOf, text } from '../platform/database/columns.ts'
import { only } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { WatchServices } from './services.ts'

/** What waits, for the metrics: as no screen shows it. */
export const Waiting = z.object({
  topups: z.array(z.object({ rail: z.string(), state: z.string(), count: z.int() })),
  jobs: z.array(z.object({ kind: z.string(), state: z.enum(['due', 'failed']), count: z.int() })),
  /** Transfers of other tokens that were listed today. */
  other_tokens: z.int(),
  /** Tron transactions below the smallest sum that is credited. */
  small_transactions: z.int(),
})
export type Waiting = z.infer<typeof Waiting>

export async function readWaiting({ db, clock }: Pick<WatchServices, 'db' | 'clock'>): Promise<Waiting> {
  const now = clock.now()
  const topups = await db.query(
    sql`
      select rail, state, count(*) as count from topup where state in ('confirming', 'held') group by rail, state`,
    { rail: text, state: text, count: int8 },
  )
  const jobs = await db.query(
    sql`
      select kind, case when failed_at is null then 'due' else 'failed' end as state, count(*) as count from job
      where failed_at is not null or run_at <= ${now} group by 1, 2`,
    { kind: text, state: oneOf('due', 'failed'), count: int8 },
  )
  const tron = only(
    await db.query(
      sql`
        select (select coalesce(sum(listed), 0)::bigint from tron_other_token where day = ${now.toISOString().slice(0, 10)}) as others,
               (select count(*) from tron_transaction where state = 'open' and is_small) as small`,
      { others: int8, small: int8 },
    ),
  )
  const counted = <Row extends { count: bigint }>(row: Row) => ({ ...row, count: Number(row.count) })
  return {
    topups: topups.map(counted),
    jobs: jobs.map(counted),
    other_tokens: Number(tron.others),
    small_transactions: Number(tron.small),
  }
}
