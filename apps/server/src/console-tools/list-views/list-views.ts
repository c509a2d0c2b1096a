import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import {
  type AuditAction,
  type changeListView,
  type deleteListView,
  type keepListSettings,
  type ListView,
  MOST_VIEWS,
  type OperatorRole,
  type readListViews,
  type restoreListView,
  rolesOf,
  type saveListView,
  type ViewedList,
  viewedListNames,
  viewedLists,
} from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { OperatorContext } from '../../access/admit-operator.ts'
import { changesBetween, writeAudit } from '../../access/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  breaks,
  col,
  type Database,
  type Queryable,
  query,
  queryOne,
  type RowOf,
  type Sql,
  sql,
  type Tx,
} from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

type Change = OperatorContext<typeof deleteListView>

const DELETED_VIEW_MS = 30 * 24 * 60 * 60 * 1000

const columns = {
  id: col.uuid,
  list: col.oneOf(...viewedListNames),
  operator_id: col.uuid,
  name: col.text,
  params: col.json(z.record(z.string(), z.string())),
  columns: col.nullable(col.json(z.array(z.string()))),
  version: col.int4,
  deleted_at: col.nullable(col.timestamptz),
}
type ViewRow = RowOf<typeof columns>

const selectViews = sql`select id, list, operator_id, name, params, columns, version, deleted_at from list_view`

export async function readViews(
  { db }: Services,
  { input: { list }, operator: { operatorId, role } }: OperatorContext<typeof readListViews>,
): Promise<OutputOf<typeof readListViews>> {
  refuseUnlessAllowed(list, role)
  const views = await query(db, columns)`
    ${selectViews} where list = ${list} and deleted_at is null and operator_id = ${operatorId}
    order by lower(name), id`
  return { list: views.map(toView), ...(await readSettings(db, operatorId, list)) }
}

/** A preference of one operator, so it is not in the audit. */
export function saveSettings(
  { db }: Services,
  { input, operator: { operatorId, role } }: OperatorContext<typeof keepListSettings>,
): Promise<OutputOf<typeof keepListSettings>> {
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
}

export async function saveView(
  { db, clock }: Services,
  { input, operator, actor }: OperatorContext<typeof saveListView>,
) {
  refuseUnlessAllowed(input.list, operator.role)
  const at = clock.now()
  return refusingTakenName(() =>
    db.transaction(async (tx) => {
      await refuseTooMany(tx, operator.operatorId, input.list)
      const id = uuidv7()
      await tx.execute(sql`
        insert into list_view (id, list, operator_id, name, params, columns, created_at)
        values (${id}, ${input.list}, ${operator.operatorId}, ${input.name}, ${JSON.stringify(input.params)}::jsonb,
                ${input.columns && JSON.stringify(input.columns)}::jsonb, ${at})`)
      const view = await readView(tx, id)
      const { is_deleted: _isDeleted, ...after } = auditedOf(view)
      await writeAudit(tx, { at, actor }, { kind: 'list_view', id }, 'view.save', { after })
      return { view: toView(view) }
    }),
  )
}

export const changeView = (services: Services, request: OperatorContext<typeof changeListView>) =>
  change(services, request, 'view.change', () => {
    const { name, params, columns: shown } = request.input
    return sql`
      name = ${name}, params = ${JSON.stringify(params)}::jsonb, columns = ${shown && JSON.stringify(shown)}::jsonb`
  })

export const deleteView = (services: Services, request: Change) =>
  change(services, request, 'view.delete', (at) => sql`deleted_at = ${at}`)

export const restoreView = (services: Services, request: OperatorContext<typeof restoreListView>) =>
  change(services, request, 'view.restore', () => sql`deleted_at = null`)

export const forgetDeletedViews = (db: Database, clock: Clock): Promise<number> =>
  db.execute(sql`delete from list_view where deleted_at < ${new Date(clock.now().getTime() - DELETED_VIEW_MS)}`)

/** A view of another operator is not found. */
function change(
  { db, clock }: Services,
  {
    input,
    operator,
    actor,
  }: Pick<Change, 'operator' | 'actor'> & { readonly input: ParsedInputOf<typeof deleteListView> },
  action: AuditAction,
  set: (at: Date) => Sql,
): Promise<OutputOf<typeof changeListView>> {
  const at = clock.now()
  return refusingTakenName(() =>
    db.transaction(async (tx) => {
      const [before] = await query(tx, columns)`
        ${selectViews} where id = ${input.view_id} and operator_id = ${operator.operatorId} for update`
      const isRestored = action === 'view.restore'
      if (!before || (before.deleted_at !== null && !isRestored)) throw refusal('not_found')
      if (before.version !== input.version || (before.deleted_at === null && isRestored))
        throw refusal('version_conflict')
      if (isRestored) await refuseTooMany(tx, before.operator_id, before.list)
      await tx.execute(sql`update list_view set ${set(at)}, version = version + 1 where id = ${before.id}`)
      const view = await readView(tx, before.id)
      await writeAudit(
        tx,
        { at, actor },
        { kind: 'list_view', id: view.id },
        action,
        changesBetween(auditedOf(before), auditedOf(view)),
      )
      return { view: toView(view) }
    }),
  )
}

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
  if (!rolesOf(viewedLists[list]).includes(role)) throw refusal('role_not_allowed')
}

/** Locks the operator, so that two calls at once can't exceed the limit together. */
async function refuseTooMany(tx: Tx, operatorId: string, list: string): Promise<void> {
  await tx.execute(sql`select 1 from operator where id = ${operatorId} for no key update`)
  const { count } = await queryOne(tx, { count: col.int8 })`
    select count(*) as count from list_view
    where operator_id = ${operatorId} and list = ${list} and deleted_at is null`
  if (count >= MOST_VIEWS) throw refusal('view_limit_reached')
}

async function refusingTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw breaks(error, 'list_view_name') ? refusal('view_name_taken') : error
  }
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
