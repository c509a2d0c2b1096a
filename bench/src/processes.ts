import { measureInTurns, type Print, type Run, ratioOf } from './common/measurement.ts'
import { withNetwork } from './common/network.ts'
import { openTpcB, runTpcB } from './common/pgbench.ts'

const AGENTS = 20_000
/** How many processes, and clients of each. The first two have the same number of clients in all. */
const SETUPS = [
  { processes: 1, clients: 32 },
  { processes: 2, clients: 16 },
  { processes: 2, clients: 32 },
  { processes: 4, clients: 32 },
] as const
const MOST_PROCESSES = Math.max(...SETUPS.map(({ processes }) => processes))
const TURNS = 3
const SECONDS = 5
const MOST = SECONDS * 8_000

/** How far confirmations grow with the number of `serve` processes on one PostgreSQL. Needs cores to show anything. */
export function measureProcesses(print: Print) {
  print(`Opening transactions for ${AGENTS} agents, and preparing TPC-B …`)
  return withNetwork({ agents: AGENTS, transactions: (SETUPS.length * TURNS + 1) * MOST }, async (network) => {
    const { postgres, deposits, server, startAnother } = network
    const tpcB = await openTpcB(postgres)
    const ports = [server.port]
    while (ports.length < MOST_PROCESSES) ports.push((await startAnother()).port)
    const confirm = (processes: number, clients: number) =>
      deposits.confirm({ clients, seconds: SECONDS, most: MOST, ports: ports.slice(0, processes) })
    await confirm(MOST_PROCESSES, 32)
    const runs = SETUPS.flatMap(({ processes, clients }): Run[] => {
      const all = processes * clients
      const name = `processes_${processes}x${clients}`
      return [
        { name: `${name}_tpcb`, label: `TPC-B, ${all} clients`, run: () => runTpcB(tpcB, all, SECONDS) },
        { name, label: `${processes} × ${clients} clients`, run: () => confirm(processes, clients) },
      ]
    })
    const figures = await measureInTurns('Processes on one PostgreSQL', TURNS, runs, print)
    const ratios = SETUPS.map(({ processes, clients }) => {
      const name = `processes_${processes}x${clients}`
      return [`${name}_to_tpcb`, ratioOf(figures, name, `${name}_tpcb`)] as const
    })
    return { ...figures, ...Object.fromEntries(ratios) }
  })
}
