import type { ParsedInputOf } from '@cashbox/contract'
import { type saveListView as call, MOST_VIEWS } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { int8 } from '../../../platform/db/columns.ts'
import { breaks, only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { auditedOf, readView, showView } from './list-view.ts'
import { type Asked, refuseOthers, type ViewServices } from './services.ts'

export async function saveView({ db, clock }: ViewServices, asked: Asked<ParsedInputOf<typeof call>>) {
  const { input, operator, actor } = asked
  refuseOthers(input.list, operator.role)
  const at = clock.now()
  return refusingTakenName(() =>
    db.transaction(async (tx) => {
      await refuseMore(tx, operator.operatorId, input.list)
      const id = uuidv7()
      await tx.execute(sql`
        insert into list_view (id, list, operator_id, name, params, columns, created_at)
        values (${id}, ${input.list}, ${operator.operatorId}, ${input.name}, ${JSON.stringify(input.params)}::jsonb,
                ${input.columns && JSON.stringify(input.columns)}::jsonb, ${at})`)
      const view = await readView(tx, id)
      const { is_deleted: _kept, ...after } = auditedOf(view)
      await writeAudit(tx, { at, actor, action: 'view.save', subject: { kind: 'list_view', id }, after })
      return { view: showView(view) }
    }),
  )
}

/** The operator's row is held, so that two at once do not both find room. */
export async function refuseMore(tx: Tx, operatorId: string, list: string): Promise<void> {
  await tx.execute(sql`select 1 from operator where id = ${operatorId} for no key update`)
  const { count } = only(
    await tx.query(
      sql`
        select count(*) as count from list_view
        where operator_id = ${operatorId} and list = ${list} and deleted_at is null`,
      { count: int8 },
    ),
  )
  if (count >= MOST_VIEWS) throw refusal('view_limit_reached')
}

export async function refusingTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw breaks(error, 'list_view_name') ? refusal('view_name_taken') : error
  }
}
