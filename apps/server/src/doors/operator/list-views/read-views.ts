import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { readListViews as call, keepListSettings } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { json, nullable, uuid } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { selectViews, showView, viewColumns } from './list-view.ts'
import { type Asked, refuseOthers, type ViewServices } from './services.ts'

export async function readViews(
  { db }: ViewServices,
  { input: { list }, operator: { operatorId, role } }: Asked<ParsedInputOf<typeof call>>,
): Promise<OutputOf<typeof call>> {
  refuseOthers(list, role)
  const views = await db.query(
    sql`
      ${selectViews}
      where view.list = ${list} and view.deleted_at is null and (view.operator_id = ${operatorId} or view.is_shared)
      order by lower(view.name), view.id`,
    viewColumns,
  )
  return { list: views.map(showView), ...(await readSettings(db, operatorId, list)) }
}

/** A default that was deleted, or that its owner has stopped sharing, is none. */
export async function readSettings(
  db: Queryable,
  operatorId: string,
  list: string,
): Promise<OutputOf<typeof keepListSettings>> {
  const [settings] = await db.query(
    sql`
      select setting.columns, view.id as default_id
      from list_setting as setting
      left join list_view as view on view.id = setting.default_id and view.deleted_at is null
        and (view.operator_id = setting.operator_id or view.is_shared)
      where setting.operator_id = ${operatorId} and setting.list = ${list}`,
    { columns: nullable(json(z.array(z.string()))), default_id: nullable(uuid) },
  )
  return settings ?? { columns: null, default_id: null }
}
