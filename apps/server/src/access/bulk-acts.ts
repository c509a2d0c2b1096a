import type { Language, OutputOf, ParsedInputOf } from '@cashbox/contract'
import { type BulkAction, bulkActs, runBulkAct as call, type OperatorRole, rolesOf } from '@cashbox/contract/operator'
import { type Database, isUnavailable, type Tx } from '@cashbox/postgres/database'
import { invalidFields, Refusal, refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { translate } from '../platform/texts.ts'
import { type OperatorContext, type OperatorRoute, route } from './admit-operator.ts'
import type { Actor } from './audit.ts'

type Row = ParsedInputOf<typeof call>['rows'][number]
type Outcome = OutputOf<typeof call>['outcomes'][number]

interface BulkContext {
  readonly actor: Actor & { readonly operatorId: string }
  readonly role: OperatorRole
  readonly note: string | undefined
  /** Only operators see it. */
  readonly reason: string | undefined
  readonly at: Date
}

interface RowResult {
  readonly outcome: 'done' | 'waiting'
  readonly afterCommit?: (() => void) | undefined
}

/** Follows the rules of the call for one row, or throws the refusal. */
export type RowAct = (tx: Tx, row: Row, context: BulkContext) => Promise<RowResult>
export type RowActs = Readonly<Record<BulkAction, RowAct>>

export const bulkRoutes = (services: Services, acts: RowActs): OperatorRoute[] => [
  route(call, (context) => runBulkAct(services, acts, context)),
]

async function runBulkAct(
  services: Services,
  acts: RowActs,
  { input, operator, actor, caller }: OperatorContext<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { action, note, reason } = input
  const { operatorId, role } = operator
  if (!isAllowed(action, role)) throw refusal('role_not_allowed')
  if (bulkActs[action].needsNote && note === undefined) throw invalidFields({ note: [{ code: 'required' }] })
  const rows = [...new Map(input.rows.map((row) => [row.id, row])).values()]
  const outcomes: Outcome[] = []
  let isDatabaseGone = false
  for (const row of rows) {
    const context = { actor: { ...actor, operatorId }, role, note, reason, at: services.clock.now() }
    try {
      if (isDatabaseGone) throw refusal('unavailable')
      outcomes.push(await actOnRow(services.db, acts[action], row, context))
    } catch (error) {
      // Earlier rows are committed, so the answer must still list their outcomes.
      if (!(error instanceof Refusal)) services.log.error({ err: error }, 'a row of a bulk act failed')
      isDatabaseGone ||= isUnavailable(error)
      outcomes.push(refused(row, refusalOf(error, row), caller.language))
    }
  }
  return { outcomes }
}

function refusalOf(error: unknown, { id }: Row): Refusal {
  if (error instanceof Refusal) return error
  return isUnavailable(error) ? refusal('unavailable') : refusal('internal', { requestId: id })
}

/** The same roles as for the call for one row. */
const isAllowed = (action: BulkAction, role: OperatorRole): boolean => rolesOf(bulkActs[action].call).includes(role)

async function actOnRow(db: Database, act: RowAct, row: Row, context: BulkContext): Promise<Outcome> {
  const { outcome, afterCommit } = await db.transaction((tx) => act(tx, row, context))
  afterCommit?.()
  return { ...row, outcome, code: null, reason: null }
}

const refused = (row: Row, { reason: { code, values } }: Refusal, language: Language): Outcome => ({
  ...row,
  outcome: 'refused',
  code,
  reason: translate(language, `refusals.${code}`, values ?? {}),
})
