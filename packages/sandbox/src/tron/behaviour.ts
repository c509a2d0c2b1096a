/** How the provider misbehaves. Everything is off until someone switches it on. */
export interface Behaviour {
  /** The index knows the chain as it was so many blocks ago. */
  readonly lag: number
  /** Percent of the transactions that the index leaves out. */
  readonly gaps: number
  /** Ids of transactions that the index leaves out. */
  readonly missing: readonly string[]
  /** The index lists every row twice. */
  readonly repeats: boolean
  /** The index mixes the rows of a page. */
  readonly reorders: boolean
  /** The index lists failed transfers as if they had happened. */
  readonly listsFailed: boolean
  /** The index lists transfers that never happened. */
  readonly inventsRows: boolean
  /** Every n-th call is refused; 1 is all of them. */
  readonly throttle: { readonly every: number; readonly status: 429 | 403 } | null
  readonly down: 'unavailable' | 'closed' | null
  /** Milliseconds before every answer. */
  readonly slow: number
  /** The full node answers errors with HTTP 200. */
  readonly errors200: boolean
}

export const allOff: Behaviour = {
  lag: 0,
  gaps: 0,
  missing: [],
  repeats: false,
  reorders: false,
  listsFailed: false,
  inventsRows: false,
  throttle: null,
  down: null,
  slow: 0,
  errors200: false,
}
