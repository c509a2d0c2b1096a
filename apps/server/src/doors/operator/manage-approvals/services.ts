import type { ChangeActs } from '../../../domain/approvals/change.ts'
import type { Actor } from '../../../domain/operators/audit.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface ApprovalServices {
  readonly db: Database
  readonly clock: Clock
  /** What carries out each kind of change. */
  readonly acts: ChangeActs
}

/** A call by an operator. */
export interface Asked<Input> {
  readonly input: Input
  readonly operator: SignedInOperator
  readonly actor: Actor
}
