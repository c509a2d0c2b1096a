import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { redeliver, type TransactionServices, unlock } from './help-along.ts'
import { readTransaction } from './read-transaction.ts'
import { searchTransactions } from './search-transactions.ts'

export const transactionRoutes = (services: TransactionServices): OperatorRoute[] => [
  route(contract.searchTransactions, ({ input }) => searchTransactions(services.db, input)),
  route(contract.readTransaction, ({ input }) => readTransaction(services.db, input.transaction_id)),
  route(contract.unlockTransaction, ({ input, actor }) => unlock(services, input, actor)),
  route(contract.redeliverEvent, ({ input, actor }) => redeliver(services, input, actor)),
]
