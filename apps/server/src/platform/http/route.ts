import type { Access, Endpoint, OutputOf, ParsedInputOf } from '@cashbox/contract'

/** What a door's guard gives to a handler, by the access that the contract asks for. */
type Contexts = { readonly [Who in Access]?: object }

/** What the handler of one call works with. */
export type ContextOf<C extends Contexts, E extends Endpoint> = C[E['access']] & { readonly input: ParsedInputOf<E> }

/** A call of the contract with its handler. */
export interface Route<C> {
  readonly endpoint: Endpoint
  readonly handler: (context: C[keyof C] & { readonly input: unknown }) => Promise<unknown>
}

/** Makes the `route` of a door, which takes only calls that the door's guard can admit. */
export const routeFor =
  <C extends Contexts>() =>
  <E extends Endpoint & { readonly access: keyof C }>(
    endpoint: E,
    handler: (context: ContextOf<C, E>) => Promise<OutputOf<E>>,
  ): Route<C> => ({ endpoint, handler: handler as Route<C>['handler'] })
