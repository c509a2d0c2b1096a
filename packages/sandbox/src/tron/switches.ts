import { allOff, type Behaviour } from './behaviour.ts'

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
