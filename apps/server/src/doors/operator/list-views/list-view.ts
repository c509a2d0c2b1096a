import { type ListView, viewedListNames } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { bool, int4, json, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { only, type Queryable, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

export const viewColumns = {
  id: uuid,
  list: oneOf(...viewedListNames),
  operator_id: uuid,
  owner: text,
  name: text,
  params: json(z.record(z.string(), z.string())),
  columns: nullable(json(z.array(z.string()))),
  is_shared: bool,
  version: int4,
  deleted_at: nullable(timestamptz),
}
export type ViewRow = RowOf<typeof viewColumns>

export const selectViews = sql`
  select view.id, view.list, view.operator_id, operator.name as owner, view.name, view.params, view.columns, view.is_shared,
         view.version, view.deleted_at
  from list_view as view join operator on operator.id = view.operator_id`

export const showView = ({
  id,
  list,
  operator_id,
  owner,
  name,
  params,
  columns,
  is_shared,
  version,
}: ViewRow): ListView => ({
  id,
  list,
  name,
  params,
  columns,
  is_shared,
  owner: { id: operator_id, name: owner },
  version,
})

export const readView = async (db: Queryable, id: string): Promise<ViewRow> =>
  only(await db.query(sql`${selectViews} where view.id = ${id}`, viewColumns))

interface Wanted {
  readonly view_id: string
  readonly version: number
}

/** A view that its owner changes. A view of another operator that is not shared looks as if it did not exist. */
export async function lockOwn(tx: Tx, wanted: Wanted, operator: SignedInOperator): Promise<ViewRow> {
  const view = await lockView(tx, wanted, operator)
  if (view.operator_id !== operator.operatorId) throw refusal('not_the_owner')
  return view
}

export async function lockView(
  tx: Tx,
  { view_id, version }: Wanted,
  { operatorId }: SignedInOperator,
): Promise<ViewRow> {
  const [view] = await tx.query(sql`${selectViews} where view.id = ${view_id} for update of view`, viewColumns)
  if (!view || (view.operator_id !== operatorId && !(view.is_shared && view.deleted_at === null))) {
    throw refusal('not_found')
  }
  if (view.version !== version) throw refusal('version_conflict')
  return view
}

/** What the audit shows of a view. */
export const auditedOf = ({ list, name, params, columns, is_shared, version, deleted_at }: ViewRow) => ({
  list,
  name,
  params: JSON.stringify(params),
  columns: columns && columns.join(', '),
  is_shared,
  is_deleted: deleted_at !== null,
  version,
})
