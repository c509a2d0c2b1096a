import type { AuditAction, ListView, OperatorRole, ViewedList } from '@cashbox/contract/operator'
import * as contract from '@cashbox/contract/operator'
import {
  col,
  type Database,
  type Queryable,
  query,
  queryOne,
  type RowOf,
  type Sql,
  sql,
  type Tx,
} from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, changesBetween, writeAudit } from '../../access/audit.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import type { Clock } from '../../platform/clock.ts'
import { refusal, refuseBroken } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

const DELETED_VIEW_MS = 30 * 24 * 60 * 60 * 1000

const columns = {
  ...columnsFor(contract.ListView),
  id: col.uuid,
  operator_id: col.uuid,
  deleted_at: col.nullable(col.timestamptz),
}
type ViewRow = RowOf<typeof columns>

const selectViews = sql`select id, list, operator_id, name, params, columns, version, deleted_at from list_view`

export const listViewRoutes = ({ db, clock }: Services): OperatorRoute[] => [
  route(contract.readListViews, async ({ input: { list }, operator: { operatorId, role } }) => {
    refuseUnlessAllowed(list, role)
    const views = await query(db, columns)`
      ${selectViews} where list = ${list} and deleted_at is null and operator_id = ${operatorId}
      order by lower(name), id`
    return { list: views.map(toView), ...(await readSettings(db, operatorId, list)) }
  }),
  route(contract.saveListView, ({ input, operator, actor }) => {
    refuseUnlessAllowed(input.list, operator.role)
    const at = clock.now()
    return writeView(db, async (tx) => {
      await refuseTooMany(tx, operator.operatorId, input.list)
      const id = uuidv7()
      await tx.execute(sql`
        insert into list_view (id, list, operator_id, name, params, columns, created_at)
        values (${id}, ${input.list}, ${operator.operatorId}, ${input.name}, ${JSON.stringify(input.params)}::jsonb,
                ${input.columns && JSON.stringify(input.columns)}::jsonb, ${at})`)
      const view = await readView(tx, id)
      const { is_deleted: _isDeleted, ...after } = auditedOf(view)
      await writeAudit(tx, { at, actor }, { kind: 'list_view', id }, 'view.save', { after })
      return view
    })
  }),
  route(contract.changeListView, (request) => {
    const { name, params, columns: shown } = request.input
    const changed = sql`
      name = ${name}, params = ${JSON.stringify(params)}::jsonb, columns = ${shown && JSON.stringify(shown)}::jsonb`
    return changeView(db, clock.now(), request, 'view.change', changed)
  }),
  route(contract.deleteListView, (request) => {
    const at = clock.now()
    return changeView(db, at, request, 'view.delete', sql`deleted_at = ${at}`)
  }),
  route(contract.restoreListView, (request) =>
    changeView(db, clock.now(), request, 'view.restore', sql`deleted_at = null`),
  ),
  // A preference of one operator, so it is not in the audit.
  route(contract.keepListSettings, ({ input, operator: { operatorId, role } }) => {
    const { list, columns: shown, default_id } = input
    refuseUnlessAllowed(list, role)
    return db.transaction(async (tx) => {
      if (default_id) {
        const found = await tx.execute(sql`
          select 1 from list_view
          where id = ${default_id} and list = ${list} and deleted_at is null and operator_id = ${operatorId}`)
        if (found === 0) throw refusal('not_found')
      }
      await tx.execute(sql`
        insert into list_setting (operator_id, list) values (${operatorId}, ${list}) on conflict do nothing`)
      if (shown !== undefined) {
        await tx.execute(sql`
          update list_setting set columns = ${shown && JSON.stringify(shown)}::jsonb
          where operator_id = ${operatorId} and list = ${list}`)
      }
      if (default_id !== undefined) {
        await tx.execute(sql`
          update list_setting set default_id = ${default_id} where operator_id = ${operatorId} and list = ${list}`)
      }
      return readSettings(tx, operatorId, list)
    })
  }),
]

export const forgetDeletedViews = (db: Database, clock: Clock): Promise<number> =>
  db.execute(sql`delete from list_view where deleted_at < ${new Date(clock.now().getTime() - DELETED_VIEW_MS)}`)

interface ViewChange {
  readonly input: { readonly view_id: string; readonly version: number }
  readonly operator: { readonly operatorId: string }
  readonly actor: Actor
}

/** A view of another operator is not found. */
const changeView = (
  db: Database,
  at: Date,
  { input, operator, actor }: ViewChange,
  action: AuditAction,
  changed: Sql,
) =>
  writeView(db, async (tx) => {
    const [before] = await query(tx, columns)`
      ${selectViews} where id = ${input.view_id} and operator_id = ${operator.operatorId} for update`
    const isRestored = action === 'view.restore'
    if (!before || (before.deleted_at !== null && !isRestored)) throw refusal('not_found')
    const isStale = before.version !== input.version || (before.deleted_at === null && isRestored)
    if (isStale) throw refusal('version_conflict')
    if (isRestored) await refuseTooMany(tx, before.operator_id, before.list)
    await tx.execute(sql`update list_view set ${changed}, version = version + 1 where id = ${before.id}`)
    const view = await readView(tx, before.id)
    const changes = changesBetween(auditedOf(before), auditedOf(view))
    await writeAudit(tx, { at, actor }, { kind: 'list_view', id: view.id }, action, changes)
    return view
  })

const writeView = async (db: Database, write: (tx: Tx) => Promise<ViewRow>) => ({
  view: toView(await db.transaction(write).catch(refuseBroken({ list_view_name: 'view_name_taken' }))),
})

const readView = (db: Queryable, id: string): Promise<ViewRow> => queryOne(db, columns)`${selectViews} where id = ${id}`

/** A deleted default view counts as none. */
async function readSettings(db: Queryable, operatorId: string, list: string) {
  const [settings] = await query(db, {
    columns: col.nullable(col.json(z.array(z.string()))),
    default_id: col.nullable(col.uuid),
  })`
    select setting.columns, view.id as default_id
    from list_setting as setting
    left join list_view as view on view.id = setting.default_id and view.deleted_at is null
    where setting.operator_id = ${operatorId} and setting.list = ${list}`
  return settings ?? { columns: null, default_id: null }
}

/** The views of a list are for operators who may see the list. */
function refuseUnlessAllowed(list: ViewedList, role: OperatorRole): void {
  if (!contract.rolesOf(contract.viewedLists[list]).includes(role)) throw refusal('role_not_allowed')
}

/** Locks the operator, so that two calls at once can't exceed the limit together. */
async function refuseTooMany(tx: Tx, operatorId: string, list: string): Promise<void> {
  await tx.execute(sql`select 1 from operator where id = ${operatorId} for no key update`)
  const { count } = await queryOne(tx, { count: col.int8 })`
    select count(*) as count from list_view
    where operator_id = ${operatorId} and list = ${list} and deleted_at is null`
  if (count >= contract.MOST_VIEWS) throw refusal('view_limit_reached')
}

const toView = ({ operator_id: _owner, deleted_at: _deleted, ...view }: ViewRow): ListView => view

const auditedOf = ({ list, name, params, columns: shown, version, deleted_at }: ViewRow) => ({
  list,
  name,
  params: JSON.stringify(params),
  columns: shown && shown.join(', '),
  is_deleted: deleted_at !== null,
  version,
})
