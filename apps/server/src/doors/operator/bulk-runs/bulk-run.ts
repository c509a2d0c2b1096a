import { type BulkRun, bulkActions } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { int4, int8, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

const columns = {
  id: uuid,
  input_hash: text,
  action: oneOf(...bulkActions),
  note: nullable(text),
  total: int4,
  started_at: timestamptz,
  finished_at: nullable(timestamptz),
  done: int8,
  waiting: int8,
  failed: int8,
  refused: int8,
}
type RunRow = RowOf<typeof columns>

interface Wanted {
  readonly operatorId: string
  readonly id?: string
  readonly key?: string
}

/** One of the operator's own runs, by its ID or the key that it was started with. */
export async function findRun(db: Queryable, { operatorId, id, key }: Wanted): Promise<RunRow | null> {
  const [run] = await db.query(
    sql`
      select run.id, run.input_hash, run.action, run.note, run.total, run.started_at, run.finished_at,
             row.done, row.waiting, row.failed, row.refused
      from bulk_run as run cross join lateral (
        select count(*) filter (where outcome = 'done') as done, count(*) filter (where outcome = 'waiting') as waiting,
               count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'refused') as refused
        from bulk_row where run_id = run.id) as row
      where run.operator_id = ${operatorId}
        and (${id ?? null}::uuid is null or run.id = ${id ?? null}::uuid)
        and (${key ?? null}::uuid is null or run.key = ${key ?? null}::uuid)`,
    columns,
  )
  return run ?? null
}

export async function readRun(db: Queryable, operatorId: string, id: string): Promise<{ run: BulkRun }> {
  const run = await findRun(db, { operatorId, id })
  if (!run) throw refusal('not_found')
  return { run: showRun(run) }
}

export const showRun = ({ id, action, note, total, started_at, finished_at, ...counts }: RunRow): BulkRun => ({
  id,
  action,
  note,
  total,
  counts: {
    done: Number(counts.done),
    waiting: Number(counts.waiting),
    failed: Number(counts.failed),
    refused: Number(counts.refused),
  },
  started_at: toSeconds(started_at),
  finished_at: finished_at && toSeconds(finished_at),
})
