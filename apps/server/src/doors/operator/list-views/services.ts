import type { Endpoint } from '@cashbox/contract'
import { type OperatorRole, operatorApi, type ViewedList, viewedLists } from '@cashbox/contract/operator'
import type { Actor } from '../../../domain/operators/audit.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { refusal } from '../../../platform/refusal.ts'

export interface ViewServices {
  readonly db: Database
  readonly clock: Clock
}

/** A call by an operator. */
export interface Asked<Input> {
  readonly input: Input
  readonly operator: SignedInOperator
  readonly actor: Actor
}

/** The views of a list are for those who may see the list. */
export function refuseOthers(list: ViewedList, role: OperatorRole): void {
  const who = operatorApi.find(([call]) => call === (viewedLists[list] as Endpoint))?.[1]
  if (!Array.isArray(who) || !who.includes(role)) throw refusal('role_not_allowed')
}
