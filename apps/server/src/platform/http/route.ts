import type { Endpoint, OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { Caller, SignedIn } from '../sessions.ts'

/** What a handler works with. There is an agent exactly when the call asks for one. */
interface Context<E extends Endpoint> {
  readonly input: ParsedInputOf<E>
  readonly caller: Caller
  readonly agent: E['access'] extends 'agent' ? SignedIn : null
  readonly idempotencyKey: string | null
  /** Marks the answer as one that was given before. */
  readonly markReplayed: () => void
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<OutputOf<E>>

/** A call of the contract with what answers it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler<Endpoint>
}

export const route = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler,
})
