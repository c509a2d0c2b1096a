import type { BulkAction, OperatorRole } from '@cashbox/contract/operator'
import type { Actor } from '../../../domain/operators/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { BoundList } from '../bind-lists.ts'

/** The job that does the rows of a run. */
export const BULK_JOB = 'bulk-run'

interface BulkServices {
  readonly db: Database
  readonly clock: Clock
}

export interface StartServices extends BulkServices {
  /** The lists by the call that makes them. */
  readonly lists: readonly BoundList[]
}

/** A row as the operator saw it. */
export interface SeenRow {
  readonly id: string
  readonly version: number
}

interface BulkBy {
  readonly actor: Actor & { readonly operatorId: string }
  readonly role: OperatorRole
  readonly note: string | undefined
  readonly at: Date
}

export interface RowEnd {
  readonly outcome: 'done' | 'waiting' | 'failed'
  /** Why a request that was approved has failed. */
  readonly code?: string | undefined
  /** Called after the commit. */
  readonly tell?: (() => void) | undefined
}

/** Does one row by the rules for one, or throws the refusal. */
export type RowAct = (tx: Tx, row: SeenRow, by: BulkBy) => Promise<RowEnd>

export interface RunServices extends BulkServices {
  readonly acts: Readonly<Record<BulkAction, RowAct>>
  readonly onError: (error: unknown) => void
}
