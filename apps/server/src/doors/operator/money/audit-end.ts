import type { AuditAction } from '@cashbox/contract/operator'
import { changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Asker } from './create-request.ts'
import { factsOf, findRequest, type RequestRow } from './money-request.ts'

interface Ended {
  readonly before: RequestRow
  readonly action: AuditAction
  readonly note?: string | undefined
  readonly asker: Asker
  readonly at: Date
}

/** Writes down how a request ended, and answers with it as it is now. */
export async function auditEnd(tx: Tx, { before, action, note, asker, at }: Ended): Promise<RequestRow> {
  const after = await findRequest(tx, before.id)
  if (!after) throw new Error('money request not found after it was decided')
  await writeAudit(tx, {
    at,
    actor: asker.actor,
    action,
    subject: { kind: 'money_request', id: before.id },
    reason: note ?? null,
    ...changesBetween(factsOf(before), factsOf(after)),
  })
  return after
}
