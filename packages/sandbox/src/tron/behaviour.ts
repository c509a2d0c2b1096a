import { z } from 'zod'

export const txid = z.string().regex(/^[0-9a-f]{64}$/, 'Must be a transaction ID of 64 hexadecimal digits.')
export const whole = (least: number, most: number) => z.int().min(least).max(most)

/** How the provider misbehaves. */
const Behaviour = z.strictObject({
  /** The index knows the chain as it was so many blocks ago. */
  lag: whole(0, 100_000),
  /** Percent of the transactions that the index leaves out. */
  gaps: whole(0, 100),
  /** Ids of transactions that the index leaves out. */
  missing: z.array(txid).max(1000).readonly(),
  /** The index lists every row twice. */
  repeats: z.boolean(),
  /** The index mixes the rows of a page. */
  reorders: z.boolean(),
  /** The index lists failed transfers as if they had happened. */
  listsFailed: z.boolean(),
  /** The index lists transfers that never happened. */
  inventsRows: z.boolean(),
  /** Every n-th call is refused; 1 is all of them. */
  throttle: z.strictObject({ every: whole(1, 1000), status: z.literal([429, 403]) }).nullable(),
  down: z.enum(['unavailable', 'closed']).nullable(),
  /** Milliseconds before every answer. */
  slow: whole(0, 60_000),
  /** The full node answers errors with HTTP 200. */
  errors200: z.boolean(),
})

export type Behaviour = Readonly<z.infer<typeof Behaviour>>

export const BehaviourChange = Behaviour.partial()

/** Everything is off until someone switches it on. */
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
