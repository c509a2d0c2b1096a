import * as contract from '@cashbox/contract/operator'
import type { Tx } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, writeAudit } from '../../access/audit.ts'
import type { RowAct } from '../../access/bulk-acts.ts'
import { makeDue } from '../../partners/webhooks/redeliver.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { listRefused } from '../count-refusals.ts'
import { lockTransaction, refuseUnlessOpen, resetWrongCodes } from './lock-transaction.ts'
import { readTransaction } from './read-for-operator.ts'
import { searchTransactions } from './search-transactions.ts'

interface RedeliveryInput {
  readonly event_id: string
  readonly reason: string
  /** The number of attempts when the operator read it. */
  readonly version?: number
}

export const transactionRoutes = (services: Services): OperatorRoute[] => [
  route(contract.searchTransactions, ({ db, input }) => searchTransactions(db, input)),
  route(contract.readTransaction, ({ input }) => readTransaction(services.db, input.transaction_id)),
  route(contract.listRefusedAttempts, ({ db, input }) => listRefused(db, input)),
  route(contract.unlockTransaction, ({ input, actor }) => unlockTransaction(services, input, actor)),
  route(contract.redeliverEvent, ({ input, actor }) => redeliverEvent(services, input, actor)),
]

export const transactionBulkActs = {
  'event.redeliver': async (tx, { id, version }, { actor, note = '', at }) => {
    await redeliverEventIn(tx, { event_id: id, version, reason: note }, { actor, at })
    return { outcome: 'done' }
  },
} satisfies Record<string, RowAct>

/** Allows new attempts at the security code. Refused when the transaction is not locked, so two operators can't both do it. */
async function unlockTransaction(
  { db, clock, live }: Services,
  { transaction_id, reason }: { transaction_id: string; reason: string },
  actor: Actor,
) {
  const at = clock.now()
  const agentId = await db.transaction(async (tx) => {
    const locked = await lockTransaction(tx, transaction_id, null)
    refuseUnlessOpen(locked, at)
    if (locked.locked_at === null) throw refusal('transaction_not_locked')
    await resetWrongCodes(tx, locked, at)
    await writeAudit(tx, { at, actor, reason }, { kind: 'transaction', id: transaction_id }, 'transaction.unlock', {
      before: { wrong_codes: locked.wrong_codes, locked_at: locked.locked_at },
      after: { wrong_codes: 0, locked_at: null },
    })
    return locked.agent_id
  })
  if (agentId) live.publish(agentId, 'transactions')
  return readTransaction(db, transaction_id)
}

async function redeliverEvent({ db, clock }: Services, input: RedeliveryInput, actor: Actor) {
  const transactionId = await db.transaction((tx) => redeliverEventIn(tx, input, { actor, at: clock.now() }))
  return readTransaction(db, transactionId)
}

async function redeliverEventIn(
  tx: Tx,
  { event_id, reason, version }: RedeliveryInput,
  { actor, at }: { actor: Actor; at: Date },
): Promise<string> {
  const { topic, transaction_id, delivered_at, attempts } = await makeDue(tx, event_id, at, null)
  if (version !== undefined && attempts !== version) throw refusal('version_conflict')
  await writeAudit(tx, { at, actor, reason }, { kind: 'transaction', id: transaction_id }, 'event.redeliver', {
    before: { event_id, topic, delivered_at },
    after: { event_id, topic, delivered_at: null },
  })
  return transaction_id
}
