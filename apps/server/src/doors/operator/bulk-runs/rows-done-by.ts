import { type BulkAct, type BulkAction, bulkActs } from '@cashbox/contract/operator'
import { int4, uuid } from '../../../platform/db/columns.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import { findRun } from './bulk-run.ts'
import type { SeenRow } from './services.ts'

interface Undoing {
  /** The act that takes the run back. */
  readonly action: BulkAction
  readonly operatorId: string
}

/** The rows that a run of the operator has done, each with the version that the run gave it. */
export async function rowsDoneBy(
  db: Database,
  runId: string,
  { action, operatorId }: Undoing,
): Promise<readonly SeenRow[]> {
  const run = await findRun(db, { operatorId, id: runId })
  if (!run?.finished_at) throw refusal('not_found')
  const { undoneBy } = bulkActs[run.action] as BulkAct
  if (undoneBy !== action) throw invalidFields({ action: [{ code: 'invalid' }] })
  const rows = await db.query(
    sql`
      select subject_id as id, version + 1 as version from bulk_row
      where run_id = ${runId} and outcome = 'done' order by place`,
    { id: uuid, version: int4 },
  )
  if (rows.length === 0) throw refusal('no_rows')
  return rows
}
