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

/** How the provider behaves now, and how often it was called. None of it outlives the process. */
export function createSwitches(solid: () => number) {
  const requests = new Map<string, number>()
  let behaviour = allOff
  let inventedBlock = 0
  let callsSinceSwitch = 0

  function behave(changed: Partial<Behaviour>): void {
    if (changed.inventsRows && !behaviour.inventsRows) inventedBlock = solid()
    behaviour = { ...behaviour, ...changed }
    callsSinceSwitch = 0
  }

  return {
    behaviour: () => behaviour,
    behave,
    /** Lets the index find what it has left out. */
    mend: () => behave({ gaps: 0, missing: [] }),
    /** Where the transfers are that the index invents. */
    inventedBlock: () => inventedBlock,

    /** Counts a call, and says how many there were since the switches were last touched. */
    countRequest(kind: string): number {
      requests.set(kind, (requests.get(kind) ?? 0) + 1)
      callsSinceSwitch += 1
      return callsSinceSwitch
    },
    /** Calls by path, such as `/wallet/getnowblock`. */
    requests: (): Readonly<Record<string, number>> => Object.fromEntries(requests),
    forgetRequests: () => requests.clear(),
  }
}
