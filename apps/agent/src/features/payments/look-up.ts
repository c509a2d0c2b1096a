import { asCallFailure } from '@cashbox/client/call-failure'
import type { FoundTransaction, TransactionType } from '@cashbox/contract'

export type LookUp =
  | { readonly kind: 'none' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'found'
      readonly transaction: FoundTransaction
      readonly atMs: number
      /** False when the server could not be asked again. */
      readonly isChecked: boolean
    }
  /** There is something wrong with this transaction, in the server's words. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing is known of the transaction; the agent can go on without. */
  | { readonly kind: 'failed' }

/** The look-up finds transactions of both types, and those that this agent has confirmed. */
export const canConfirm = (type: TransactionType, transaction: FoundTransaction): boolean =>
  transaction.type === type && transaction.state === 'open'

export interface LookUpAnswer {
  readonly data: { readonly transaction: FoundTransaction } | undefined
  readonly error: Error | null
}

/**
 * Whether to have the server judge again without being asked: only what it has found open, and not after it refused. Each
 * question about an ID that does not exist counts as a guess.
 */
export const isWorthJudging = ({ data, error }: LookUpAnswer): boolean =>
  data?.transaction.state === 'open' && !(error && asCallFailure(error).kind === 'refused')
