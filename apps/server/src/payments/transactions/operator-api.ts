import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import type { RowAct } from '../../access/bulk-acts.ts'
import { redeliverEvent, redeliverEventIn, type TransactionServices, unlockTransaction } from './operator-actions.ts'
import { readTransaction } from './read-for-operator.ts'
import { searchTransactions } from './search-transactions.ts'

export const transactionRoutes = (services: TransactionServices): OperatorRoute[] => [
  route(contract.searchTransactions, ({ input }) => searchTransactions(services.db, input)),
  route(contract.readTransaction, ({ input }) => readTransaction(services.db, input.transaction_id)),
  route(contract.unlockTransaction, ({ input, actor }) => unlockTransaction(services, input, actor)),
  route(contract.redeliverEvent, ({ input, actor }) => redeliverEvent(services, input, actor)),
]

export const transactionBulkActs = {
  'event.redeliver': async (tx, { id, version }, { actor, note = '', at }) => {
    await redeliverEventIn(tx, { event_id: id, version, reason: note }, { actor, at })
    return { outcome: 'done' }
  },
} satisfies Record<string, RowAct>
