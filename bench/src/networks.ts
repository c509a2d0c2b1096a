import { readFileSync } from 'node:fs'
import { opening } from './common/database.ts'
import { childrenOf, type Figures, measureInTurns, type Print, ratioOf, report } from './common/measurement.ts'
import { type BenchPostgres, type Network, openNetwork, openPostgres, together } from './common/network.ts'

const NETWORKS = 10
/** In all, shared out to the networks that confirm. */
const CLIENTS = 30
const TURNS = 5
const SECONDS = 5
const MOST_PER_SECOND = 3_500

/** One network with all processors, compared with two on two PostgreSQL servers, and with two and ten in one database. */
export const measureNetworks = (print: Print): Promise<Figures> =>
  opening(async (opened) => {
    const [first, second] = [await openPostgres(opened, 'bench'), await openPostgres(opened, 'bench')]
    const open = (postgres: BenchPostgres, name: string, rounds: number) =>
      openNetwork(opened, postgres, { name, transactions: Math.ceil(rounds * SECONDS * MOST_PER_SECOND) })
    print('Creating the networks …')
    const one = await open(first, 'network_1', 3 * (TURNS + 2))
    const elsewhere = await open(second, 'elsewhere', TURNS)
    await confirm([one])
    const megabytesOfOne = megabytesOf([first.pid, one.server.pid])
    const all = [one]
    for (let number = 2; number <= NETWORKS; number++)
      all.push(await open(first, `network_${number}`, number === 2 ? TURNS : 1))
    const setups = [
      { name: 'one', networks: [one] },
      // As many clients as each of ten networks has: how much is lost because few payments wait together.
      { name: 'one_with_few_clients', networks: [one], clients: CLIENTS / NETWORKS },
      { name: 'two_on_two_servers', networks: [one, elsewhere] },
      { name: 'two_in_one_database', networks: all.slice(0, 2) },
      { name: 'ten_in_one_database', networks: all },
    ]
    for (const { networks, clients } of setups) await confirm(networks, clients)
    const runs = setups.map(({ name, networks, clients }) => ({
      name: `networks_${name}`,
      label: name.replaceAll('_', ' '),
      run: () => confirm(networks, clients),
    }))
    const figures = await measureInTurns('Networks', TURNS, runs, print)
    const ratios = runs.map(({ name }) => [`${name}_to_one`, ratioOf(figures, name, 'networks_one')])
    return {
      ...figures,
      ...report(print, 'Rates to that of one network', Object.fromEntries(ratios) as Figures),
      ...report(print, 'First start and memory after the load', {
        networks_first_start_ms: one.startMs,
        networks_tenth_start_ms: all.at(-1)?.startMs ?? 0,
        networks_one_mb: megabytesOfOne,
        networks_ten_mb: megabytesOf([first.pid, ...all.map(({ server }) => server.pid)]),
      }),
    }
  })

async function confirm(networks: readonly Network[], clients = CLIENTS / networks.length) {
  const most = Math.floor((SECONDS * MOST_PER_SECOND) / networks.length)
  return together(
    await Promise.all(networks.map(({ deposits }) => deposits.confirm({ clients, seconds: SECONDS, most }))),
  )
}

/** The memory of processes and their children; what they share is counted once. */
const megabytesOf = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => [pid, ...childrenOf(pid)])
    .map((pid) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0)
