import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type {
  AuditAction,
  changeListView,
  deleteListView,
  restoreListView,
  shareListView,
} from '@cashbox/contract/operator'
import { changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { auditedOf, lockOwn, lockView, readView, showView, type ViewRow } from './list-view.ts'
import { refuseMore, refusingTakenName } from './save-view.ts'
import type { Asked, ViewServices } from './services.ts'

type Answer = Promise<OutputOf<typeof changeListView>>

export const changeView = (services: ViewServices, asked: Asked<ParsedInputOf<typeof changeListView>>): Answer =>
  change(services, asked, {
    action: 'view.change',
    hold: async (tx) => refuseDeleted(await lockOwn(tx, asked.input, asked.operator)),
    set: () => sql`
      name = ${asked.input.name}, params = ${JSON.stringify(asked.input.params)}::jsonb,
      columns = ${asked.input.columns && JSON.stringify(asked.input.columns)}::jsonb`,
  })

/** The owner shares. An admin may also end the sharing of a view that should not be there. */
export const shareView = (services: ViewServices, asked: Asked<ParsedInputOf<typeof shareListView>>): Answer => {
  const { input, operator } = asked
  const mayEnd = operator.role === 'admin' && !input.is_shared
  return change(services, asked, {
    action: input.is_shared ? 'view.share' : 'view.unshare',
    hold: async (tx) => refuseDeleted(await (mayEnd ? lockView : lockOwn)(tx, input, operator)),
    set: () => sql`is_shared = ${input.is_shared}`,
  })
}

export const deleteView = (services: ViewServices, asked: Asked<ParsedInputOf<typeof deleteListView>>): Answer =>
  change(services, asked, {
    action: 'view.delete',
    hold: async (tx) => refuseDeleted(await lockOwn(tx, asked.input, asked.operator)),
    set: (at) => sql`deleted_at = ${at}`,
  })

export const restoreView = (services: ViewServices, asked: Asked<ParsedInputOf<typeof restoreListView>>): Answer =>
  change(services, asked, {
    action: 'view.restore',
    hold: async (tx) => {
      const view = await lockOwn(tx, asked.input, asked.operator)
      if (view.deleted_at === null) throw refusal('version_conflict')
      await refuseMore(tx, view.operator_id, view.list)
      return view
    },
    set: () => sql`deleted_at = null`,
  })

function refuseDeleted(view: ViewRow): ViewRow {
  if (view.deleted_at !== null) throw refusal('not_found')
  return view
}

interface Change {
  readonly action: AuditAction
  readonly hold: (tx: Tx) => Promise<ViewRow>
  readonly set: (at: Date) => Sql
}

function change(
  { db, clock }: ViewServices,
  { actor }: Pick<Asked<unknown>, 'actor'>,
  { action, hold, set }: Change,
): Answer {
  const at = clock.now()
  return refusingTakenName(() =>
    db.transaction(async (tx) => {
      const before = await hold(tx)
      await tx.execute(sql`update list_view set ${set(at)}, version = version + 1 where id = ${before.id}`)
      const view = await readView(tx, before.id)
      await writeAudit(tx, {
        at,
        actor,
        action,
        subject: { kind: 'list_view', id: view.id },
        ...changesBetween(auditedOf(before), auditedOf(view)),
      })
      return { view: showView(view) }
    }),
  )
}
