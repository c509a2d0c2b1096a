import { bulkActions, operatorRoles } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { bool, int4, nullable, oneOf, type RowOf, text, uuid } from '../../../platform/db/columns.ts'
import { isUnavailable, type Queryable, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { JobHandler } from '../../../platform/jobs.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { TextValues } from '../../../platform/texts.ts'
import { findRun } from './bulk-run.ts'
import { mayDo } from './may-do.ts'
import { BULK_JOB, type RowEnd, type RunServices } from './services.ts'

/** Short, so that letters and other jobs of the same worker do not wait for a long run. */
const SLICE_MS = 2000
const ROWS_AT_ONCE = 100

const Payload = z.object({ run_id: z.uuid() })

const runColumns = {
  id: uuid,
  operator_id: uuid,
  action: oneOf(...bulkActions),
  note: nullable(text),
  ip: nullable(text),
}
type Run = RowOf<typeof runColumns>
const rowColumns = { place: int4, id: uuid, version: int4 }
type Row = RowOf<typeof rowColumns>

interface Why {
  readonly code: string
  readonly values?: TextValues | undefined
}

/** Does the rows of a run, a slice at a time. A run that was broken off goes on with the first row that has no outcome. */
export const bulkHandlers = (services: RunServices): Record<string, JobHandler> => ({
  [BULK_JOB]: async (payload) => {
    const { run_id } = Payload.parse(payload)
    const [run] = await services.db.query(
      sql`select id, operator_id, action, note, ip from bulk_run where id = ${run_id} and finished_at is null`,
      runColumns,
    )
    if (!run || (await doSlice(services, run)) === 'finished') return undefined
    return services.clock.now()
  },
})

async function doSlice(services: RunServices, run: Run): Promise<'finished' | 'more'> {
  const endsAt = performance.now() + SLICE_MS
  while (performance.now() < endsAt) {
    const rows = await services.db.query(
      sql`
        select place, subject_id as id, version from bulk_row
        where run_id = ${run.id} and outcome is null order by place limit ${ROWS_AT_ONCE}`,
      rowColumns,
    )
    if (rows.length === 0) {
      await finish(services, run)
      return 'finished'
    }
    const left = await leaveChanged(services, run, rows)
    for (const row of rows.filter(({ place }) => !left.has(place))) {
      await doRow(services, run, row)
      if (performance.now() >= endsAt) break
    }
  }
  return 'more'
}

const tables = {
  agent: sql`agent`,
  change: sql`change_request`,
  // Each attempt makes another version of an event.
  event: sql`(select id, attempts as version from outbox_event)`,
  money: sql`money_request`,
  // All that can change is that it ends, which the act itself refuses by a name of its own.
  session: sql`(select id, 1 as version from session)`,
} as const

/** Versions only grow, so a row that has another one by now would be refused anyway: these need no transaction each. */
async function leaveChanged({ db }: RunServices, run: Run, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const [kind] = run.action.split('.') as [keyof typeof tables]
  const left = await db.query(
    sql`
      update bulk_row set outcome = 'refused', code = 'version_conflict' from ${tables[kind]} as subject
      where bulk_row.run_id = ${run.id} and bulk_row.place between ${rows[0]?.place ?? 0} and ${rows.at(-1)?.place ?? 0}
        and bulk_row.outcome is null and subject.id = bulk_row.subject_id and subject.version <> bulk_row.version
      returning bulk_row.place`,
    { place: int4 },
  )
  return new Set(left.map(({ place }) => place))
}

/** The act and its outcome are one transaction: a row is never half done, nor done twice. */
async function doRow(services: RunServices, run: Run, row: Row): Promise<void> {
  try {
    const tell = await services.db.transaction(async (tx) => {
      const end = await act(tx, services, run, row)
      await note(tx, run, row, end.outcome, end.code === undefined ? undefined : { code: end.code })
      return end.tell
    })
    tell?.()
  } catch (error) {
    if (error instanceof RowTaken) return
    if (isUnavailable(error)) throw error
    if (!(error instanceof Refusal)) services.onError(error)
    const reason = error instanceof Refusal ? error.reason : { code: 'internal', values: { requestId: run.id } }
    await note(services.db, run, row, 'refused', reason)
  }
}

/** Another worker has the row, or has done it. */
class RowTaken extends Error {}

/** The operator must still be allowed to, as if each row were a call of its own. */
async function act(tx: Tx, { acts, clock }: RunServices, run: Run, { place, id, version }: Row): Promise<RowEnd> {
  const [operator] = await tx.query(
    sql`
      select operator.name, operator.role, operator.disabled_at is not null as is_disabled
      from bulk_row cross join operator
      where bulk_row.run_id = ${run.id} and bulk_row.place = ${place} and bulk_row.outcome is null
        and operator.id = ${run.operator_id} for update of bulk_row skip locked`,
    { name: text, role: oneOf(...operatorRoles), is_disabled: bool },
  )
  if (!operator) throw new RowTaken()
  const { name, role } = operator
  if (operator.is_disabled || !mayDo(run.action, role)) throw refusal('role_not_allowed')
  const actor = { operatorId: run.operator_id, name, ip: run.ip }
  return acts[run.action](tx, { id, version }, { actor, role, note: run.note ?? undefined, at: clock.now() })
}

const note = (db: Queryable, run: Run, { place }: Row, outcome: string, reason: Why | undefined) =>
  db.execute(sql`
    update bulk_row set outcome = ${outcome}, code = ${reason?.code ?? null},
      text_values = ${reason?.values ? JSON.stringify(reason.values) : null}::jsonb
    where run_id = ${run.id} and place = ${place} and outcome is null`)

async function finish({ db, clock }: RunServices, { id, operator_id, action, ip }: Run): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const ended = await tx.query(
      sql`
        update bulk_run set finished_at = ${at} from operator
        where bulk_run.id = ${id} and finished_at is null and operator.id = operator_id returning operator.name`,
      { name: text },
    )
    const [operator] = ended
    if (!operator) return
    const run = await findRun(tx, { operatorId: operator_id, id })
    if (!run) throw new Error('run not found after it was finished')
    const { done, waiting, failed, refused } = run
    await writeAudit(tx, {
      at,
      actor: { operatorId: operator_id, name: operator.name, ip },
      action: 'bulk.end',
      subject: { kind: 'bulk_run', id },
      after: { action, done, waiting, failed, refused },
    })
  })
}
