import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import { redeliver, type TransactionServices, unlock } from './help-along.ts'
import { readTransaction } from './read-transaction.ts'
import { searchTransactions } from './search-transactions.ts'

export const transactionRoutes = (services: TransactionServices): OperatorRoute[] => [
  operatorRoute(contract.searchTransactions, ({ input }) => searchTransactions(services.db, input)),
  operatorRoute(contract.readTransaction, ({ input }) => readTransaction(services.db, input.transaction_id)),
  operatorRoute(contract.unlockTransaction, ({ input, actor }) => unlock(services, input, actor)),
  operatorRoute(contract.redeliverEvent, ({ input, actor }) => redeliver(services, input, actor)),
]
