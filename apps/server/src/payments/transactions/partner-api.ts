import * as contract from '@cashbox/contract/partner'
import { type PartnerRoute, route } from '../../access/admit-partner.ts'
import type { Services } from '../../platform/services.ts'
import { cancelTransaction } from './close-transactions.ts'
import { createTransaction, createTransactions } from './create-transaction.ts'
import { unlockTransaction } from './lock-transaction.ts'
import { listTransactions, readTransaction } from './read-transactions.ts'
import { reverseTransaction } from './reverse-transaction.ts'

export const playerTransactionRoutes = (services: Services): PartnerRoute[] => [
  route(contract.createTransaction, ({ partner, input }) => createTransaction(services, partner.partnerId, input)),
  route(contract.createTransactions, ({ partner, input, language }) =>
    createTransactions(services, partner.partnerId, input.transactions, language),
  ),
  route(contract.readTransaction, async ({ partner, input }) => ({
    transaction: await readTransaction(services.db, partner.partnerId, input.transaction_id),
  })),
  route(contract.listTransactions, ({ partner, input }) => listTransactions(services.db, partner.partnerId, input)),
  route(contract.cancelTransaction, ({ partner, input }) =>
    cancelTransaction(services, partner.partnerId, input.transaction_id),
  ),
  route(contract.unlockTransaction, ({ partner, input }) =>
    unlockTransaction(services, partner.partnerId, input.transaction_id),
  ),
  route(contract.reverseTransaction, ({ partner, input }) =>
    reverseTransaction(services, partner.partnerId, { ...input, askedBy: partner.keyId }),
  ),
]
