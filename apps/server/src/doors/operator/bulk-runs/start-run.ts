import { createHash } from 'node:crypto'
import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import {
  type BulkAction,
  bulkActs,
  type startBulkRun as call,
  type countBulkRows,
  MOST_BULK_ROWS,
} from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import type { OperatorContext, OperatorContexts } from '../admit-operator.ts'
import { readPage } from '../bind-lists.ts'
import { findRun, showRun } from './bulk-run.ts'
import { mayDo } from './may-do.ts'
import { rowsDoneBy } from './rows-done-by.ts'
import { BULK_JOB, type SeenRow, type StartServices } from './services.ts'

type Context = OperatorContext<typeof call>
type Input = ParsedInputOf<typeof call>

/** Writes down which rows are meant, as they are at this moment, and leaves the work to a worker. */
export async function startRun(services: StartServices, context: Context): Promise<OutputOf<typeof call>> {
  const { input, operator } = context
  const { operatorId, role } = operator
  if (!mayDo(input.action, role)) throw refusal('role_not_allowed')
  if (bulkActs[input.action].needsNote && input.note === undefined)
    throw invalidFields({ note: [{ code: 'required' }] })
  const inputHash = hashOf(input)
  const earlier = await findRun(services.db, { operatorId, key: input.key })
  if (!earlier) {
    const rows = await rowsOf(services, context)
    await services.db.transaction((tx) => insertRun(tx, services, context, { rows, inputHash }))
  }
  const run = earlier ?? (await findRun(services.db, { operatorId, key: input.key }))
  if (run?.input_hash !== inputHash) throw refusal('idempotency_key_reused')
  return { run: showRun(run) }
}

const hashOf = ({ action, note, rows, filters, undoes }: Input) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        action,
        note,
        rows?.map(({ id, version }) => [id, version]),
        filters && Object.entries(filters).toSorted(),
        ...(undoes === undefined ? [] : [undoes]),
      ]),
    )
    .digest('hex')

/** One more than the most says that there are more. */
export async function countRows(services: StartServices, { input, ...context }: OperatorContext<typeof countBulkRows>) {
  if (!mayDo(input.action, context.operator.role)) throw refusal('role_not_allowed')
  const { list, next_cursor } = await readMatching(services, input.action, input.filters, context)
  return { count: next_cursor ? MOST_BULK_ROWS + 1 : list.length }
}

function readMatching(
  { lists }: StartServices,
  action: BulkAction,
  filters: Readonly<Record<string, string>>,
  context: OperatorContexts['operator'],
) {
  const list = lists.find(({ endpoint }) => endpoint === bulkActs[action].list)
  if (!list) throw new Error(`no list for ${action}`)
  return readPage(list, context, filters, { limit: MOST_BULK_ROWS })
}

async function rowsOf(services: StartServices, { input, ...context }: Context): Promise<readonly SeenRow[]> {
  const { action, rows, filters, undoes } = input
  if ([rows, filters, undoes].filter((named) => named !== undefined).length !== 1) {
    throw invalidFields({ rows: [{ code: 'required' }] })
  }
  if (undoes !== undefined) return rowsDoneBy(services.db, undoes, { action, operatorId: context.operator.operatorId })
  if (rows) return [...new Map(rows.map((row) => [row.id, row])).values()]
  const page = await readMatching(services, action, filters ?? {}, context)
  if (page.next_cursor) throw refusal('too_many_rows', { maximum: MOST_BULK_ROWS })
  if (page.list.length === 0) throw refusal('no_rows')
  return (page.list as readonly SeenRow[]).map(({ id, version }) => ({ id, version }))
}

interface Started {
  readonly rows: readonly SeenRow[]
  readonly inputHash: string
}

async function insertRun(
  tx: Tx,
  { clock }: StartServices,
  { input, actor, operator }: Context,
  { rows, inputHash }: Started,
) {
  const { key, action, note, filters, undoes } = input
  const at = clock.now()
  const id = uuidv7()
  const added = await tx.execute(sql`
    insert into bulk_run (id, operator_id, key, input_hash, action, note, ip, total, started_at)
    values (${id}, ${operator.operatorId}, ${key}, ${inputHash}, ${action}, ${note ?? null}, ${actor.ip}, ${rows.length}, ${at})
    on conflict do nothing`)
  // A second press was quicker.
  if (added === 0) return
  await tx.execute(sql`
    insert into bulk_row (run_id, place, subject_id, version)
    select ${id}::uuid, place, id, version
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, index) => ({ ...row, place: index + 1 })))}::jsonb)
      as row (place integer, id uuid, version integer)`)
  await enqueue(tx, clock, BULK_JOB, { run_id: id })
  await writeAudit(tx, {
    at,
    actor,
    action: 'bulk.start',
    subject: { kind: 'bulk_run', id },
    reason: note ?? null,
    after: {
      action,
      rows: rows.length,
      ...(filters ? { filters: JSON.stringify(filters) } : {}),
      ...(undoes ? { undoes } : {}),
    },
  })
}
