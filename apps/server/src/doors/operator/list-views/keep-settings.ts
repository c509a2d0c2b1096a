import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { keepListSettings as call } from '@cashbox/contract/operator'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { readSettings } from './read-views.ts'
import { type Asked, refuseOthers, type ViewServices } from './services.ts'

/** How an operator likes a list is theirs alone, so the audit says nothing of it. */
export function keepSettings(
  { db }: ViewServices,
  { input, operator: { operatorId, role } }: Asked<ParsedInputOf<typeof call>>,
): Promise<OutputOf<typeof call>> {
  const { list, columns, default_id } = input
  refuseOthers(list, role)
  return db.transaction(async (tx) => {
    if (default_id) {
      const found = await tx.execute(sql`
        select 1 from list_view where id = ${default_id} and list = ${list} and deleted_at is null
          and (operator_id = ${operatorId} or is_shared)`)
      if (found === 0) throw refusal('not_found')
    }
    await tx.execute(sql`
      insert into list_setting (operator_id, list) values (${operatorId}, ${list}) on conflict do nothing`)
    if (columns !== undefined) {
      await tx.execute(sql`
        update list_setting set columns = ${columns && JSON.stringify(columns)}::jsonb
        where operator_id = ${operatorId} and list = ${list}`)
    }
    if (default_id !== undefined) {
      await tx.execute(sql`
        update list_setting set default_id = ${default_id} where operator_id = ${operatorId} and list = ${list}`)
    }
    return readSettings(tx, operatorId, list)
  })
}
