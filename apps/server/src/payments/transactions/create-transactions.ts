import type { Language, OutputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/partner'
import { wordRefusal } from '../../platform/http/answer.ts'
import { readFields } from '../../platform/http/read-input.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTransaction } from './create-transaction.ts'
import type { PlayerTransactionServices } from './services.ts'

type Outcome = OutputOf<typeof contract.createTransactions>['list'][number]

/** Opens one after the other, each in a transaction of its own. What was opened before a fault stays, and a repeat finds it. */
export async function createTransactions(
  services: PlayerTransactionServices,
  playerServiceId: string,
  list: readonly Readonly<Record<string, unknown>>[],
  language: Language,
) {
  const outcomes: Outcome[] = []
  for (const asked of list) {
    const reference = typeof asked['reference'] === 'string' ? asked['reference'] : null
    try {
      const created = await createTransaction(
        services,
        playerServiceId,
        readFields(contract.createTransaction.input, asked),
      )
      outcomes.push({ reference, ...created, refusal: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, errors } = wordRefusal(error, language, '').body
      outcomes.push({ reference, transaction: null, security_code: null, refusal: { code, message, errors } })
    }
  }
  return { list: outcomes }
}
