import { asCallFailure } from '@cashbox/client/call-failure'
import { lookUpTransaction } from '@cashbox/contract'
import { call } from '../../platform/call.ts'
import type { Finding } from './confirmation.ts'
import { findingOf, findingOfFailure } from './finding.ts'

const TIMEOUT_MS = 10_000

/** Asks the server what became of a confirmation whose answer did not come. */
export async function findOutcome(transactionId: string): Promise<Finding> {
  try {
    const { transaction } = await call(
      lookUpTransaction,
      { transaction_id: transactionId },
      { ignoreErrors: true, signal: AbortSignal.timeout(TIMEOUT_MS) },
    )
    return findingOf(transaction, Date.now())
  } catch (error) {
    return findingOfFailure(asCallFailure(error))
  }
}
