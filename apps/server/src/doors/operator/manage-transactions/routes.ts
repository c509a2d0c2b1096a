import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import type { RowAct } from '../bulk-acts.ts'
import { readTransaction } from './read-transaction.ts'
import { redeliverEvent, redeliverEventIn } from './redeliver-event.ts'
import { searchTransactions } from './search-transactions.ts'
import type { TransactionServices } from './services.ts'
import { unlockTransaction } from './unlock-transaction.ts'

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
