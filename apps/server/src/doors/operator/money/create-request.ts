import { createHash } from 'node:crypto'
import type { ParsedInputOf } from '@cashbox/contract'
import type { createMoneyRequest } from '@cashbox/contract/operator'
import { exceeds, inHundredths, readLimits } from '../../../domain/approvals/approval-limits.ts'
import { spendDailyCap } from '../../../domain/approvals/spend-daily-cap.ts'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { breaks, rehearse, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { carryOut } from './carry-out.ts'
import { endRequest, tellAgent } from './end-request.ts'
import { findSubject } from './find-subject.ts'
import { factsOf, findRequest, type RequestRow, type Subject, showMoneyRequest } from './money-request.ts'
import type { MoneyServices } from './services.ts'

type Wish = ParsedInputOf<typeof createMoneyRequest>

/** Who acts: an operator, who is always known. */
export interface Asker {
  readonly operatorId: string
  readonly actor: Actor
}

/** Asks for money to be moved, and moves it when one person may. The same id again is the same request. */
export async function createRequest(services: MoneyServices, wish: Wish, asker: Asker) {
  const { request, isNew } = await services.db
    .transaction((tx) => askOnce(tx, services, wish, asker))
    .catch((error: unknown) => {
      const isWaiting =
        breaks(error, 'money_request_pending_topup') || breaks(error, 'money_request_pending_transaction')
      throw isWaiting ? refusal('request_already_waiting') : error
    })
  if (isNew) tellAgent(services, request)
  return { request: showMoneyRequest(request) }
}

async function askOnce(tx: Tx, services: MoneyServices, wish: Wish, asker: Asker) {
  // Repeats that come together take turns.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${wish.id}::uuid::text, 0))`)
  const known = await findRequest(tx, wish.id)
  if (!known) return { request: await ask(tx, services, wish, asker), isNew: true }
  if (known.requested_by !== asker.operatorId || known.body_hash !== hashOf(wish)) throw refusal('request_id_reused')
  return { request: known, isNew: false }
}

async function ask(tx: Tx, services: MoneyServices, wish: Wish, { operatorId, actor }: Asker): Promise<RequestRow> {
  const at = services.clock.now()
  const subject = await findSubject(tx, services, wish)
  const isLarge = exceeds(subject, await readLimits(tx, subject.asset))
  const asked = await insert(tx, { subject, wish, isLarge, operatorId, at })
  const order = { request: asked, by: actor.name, at }
  if (isLarge) await rehearse(tx, () => carryOut(tx, order))
  else {
    await endRequest(tx, asked.id, { state: 'completed', transferId: await carryOut(tx, order), at })
    await spendDailyCap(tx, { operatorId, asset: subject.asset, amount: inHundredths(subject), at })
  }
  const request = isLarge ? asked : await read(tx, asked.id)
  await writeAudit(tx, {
    at,
    actor,
    action: 'money.request',
    subject: { kind: 'money_request', id: request.id },
    reason: wish.reason,
    after: factsOf(request),
  })
  return request
}

interface NewRow {
  readonly subject: Subject
  readonly wish: Wish
  readonly isLarge: boolean
  readonly operatorId: string
  readonly at: Date
}

async function insert(tx: Tx, { subject, wish, isLarge, operatorId, at }: NewRow): Promise<RequestRow> {
  await tx.execute(sql`
    insert into money_request (id, kind, agent_id, topup_id, player_transaction_id, amount, asset, decimals, payload,
                               body_hash, reason, state, needs_approval, requested_by, requested_at)
    values (${wish.id}, ${subject.kind}, ${subject.agentId}, ${subject.topupId ?? null},
            ${subject.playerTransactionId ?? null}, ${subject.amount.toString()}, ${subject.asset}, ${subject.decimals},
            ${JSON.stringify(subject.payload)}::jsonb, ${hashOf(wish)}, ${wish.reason}, 'pending', ${isLarge},
            ${operatorId}, ${at})`)
  return read(tx, wish.id)
}

async function read(tx: Tx, id: string): Promise<RequestRow> {
  const row = await findRequest(tx, id)
  if (!row) throw new Error('money request not found after it was written')
  return row
}

const hashOf = (wish: Wish) => createHash('sha256').update(wishText(wish)).digest('base64url')

/** The fields in one order, each with its own kind, so that no two wishes have the same text. */
export const wishText = (wish: object) =>
  JSON.stringify(
    Object.entries(wish)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]: [string, unknown]) => [field, typeof value === 'bigint' ? [value.toString()] : value])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
