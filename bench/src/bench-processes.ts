import { runHttp } from './http-load.ts'
import type { Load } from './load-client.ts'
import { type Measurement, medianOf, round } from './measurement.ts'
import { withNetwork } from './network.ts'
import { runTpcB } from './pgbench.ts'
import { addTransactions } from './prepare.ts'

const AGENTS = 20_000
/** How many processes, and clients of each. The first two have the same number of clients in all. */
const SETUPS = [
  { processes: 1, clients: 32 },
  { processes: 2, clients: 16 },
  { processes: 2, clients: 32 },
  { processes: 4, clients: 32 },
] as const
type Setup = (typeof SETUPS)[number]
const MOST_PROCESSES = Math.max(...SETUPS.map(({ processes }) => processes))
const TURNS = 3
const SECONDS = 5
const MOST_PER_SECOND = 8_000

/** How far confirmations grow with the number of `serve` processes on one PostgreSQL. Needs cores to show anything. */
export const benchProcesses = (print: (line: string) => void) =>
  withNetwork(async (network) => {
    const { db, server } = network
    print(`Preparing TPC-B and opening transactions for ${AGENTS} agents …`)
    const tpcB = await network.openTpcB()
    const total = (SETUPS.length * TURNS + 1) * SECONDS * MOST_PER_SECOND
    await addTransactions(db, total)
    const servers = [server]
    while (servers.length < MOST_PROCESSES) servers.push(await network.startAnother())
    let next = 0
    const confirm = async ({ processes, clients }: Setup): Promise<Measurement> => {
      // Each process gets a share of the numbers for itself; what it leaves over stays open.
      const each = Math.floor((SECONDS * MOST_PER_SECOND) / processes)
      const loads = await Promise.all(
        servers.slice(0, processes).map(({ port }, index) =>
          runHttp({
            port,
            clients,
            start: next + index * each,
            count: each,
            seconds: SECONDS,
            agentOf: (number) => number % AGENTS,
          }),
        ),
      )
      next += SECONDS * MOST_PER_SECOND
      return together(loads)
    }
    await confirm(SETUPS[3])
    return measure(confirm, (clients) => runTpcB(tpcB, clients, SECONDS), print)
  }, AGENTS)

const together = (loads: readonly Load[]): Measurement => ({
  perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
  p50Ms: Math.max(...loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
})

async function measure(
  confirm: (setup: Setup) => Promise<Measurement>,
  tpcB: (clients: number) => Promise<Measurement>,
  print: (line: string) => void,
) {
  const rounds = SETUPS.map((setup) => ({ setup, http: [] as Measurement[], anchor: [] as Measurement[] }))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { setup, http, anchor } of rounds) {
      anchor.push(await tpcB(setup.processes * setup.clients))
      http.push(await confirm(setup))
    }
  }
  const figures: Record<string, number> = {}
  for (const { setup, http, anchor } of rounds) {
    const { perSecond, p50Ms, p99Ms } = medianOf(http)
    const base = medianOf(anchor).perSecond
    const name = `processes_${setup.processes}x${setup.clients}`
    figures[`${name}_per_second`] = perSecond
    figures[`${name}_p99_ms`] = p99Ms
    figures[`${name}_tpcb_per_second`] = base
    figures[`${name}_to_tpcb`] = round(perSecond / base, 2)
    print(
      `${setup.processes} × ${setup.clients} clients: ${perSecond}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms; TPC-B ${base}/s`,
    )
  }
  return figures
}
