import { readdirSync, readFileSync } from 'node:fs'
import { type RunningPostgres, startPostgres } from '@cashbox/testing/start-postgres'
import { runHttp } from './http-load.ts'
import { median, round } from './measurement.ts'
import { AGENTS, addAgents, addTransactions, connect, opening, tempFolder } from './prepare.ts'
import { startServer } from './server-process.ts'

const NETWORKS = 10
/** In all, shared out to the networks that confirm. */
const CLIENTS = 30
const TURNS = 5
const SECONDS = 5
const MOST_PER_SECOND = 3_500
const DATABASE = 'bench'
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB', min_wal_size: '2GB', max_connections: '300' }

type Network = Awaited<ReturnType<typeof openNetwork>>

/** One network with all processors, compared with two on two PostgreSQL servers, and with two and ten in one database. */
export const benchNetworks = (print: (line: string) => void): Promise<Record<string, number>> =>
  opening(async (opened) => {
    const folder = opened.use(tempFolder('bench-networks'))
    const [first, second] = [await openPostgres(opened), await openPostgres(opened)]
    const open = async (postgres: RunningPostgres, name: string, share: number) => {
      const network = await openNetwork(postgres, name, folder.path, Math.ceil(share * SECONDS * MOST_PER_SECOND))
      opened.use(network.server)
      return network
    }
    print('Creating the networks …')
    const one = await open(first, 'network_1', 2 * (TURNS + 2))
    const elsewhere = await open(second, 'elsewhere', TURNS)
    await confirm([one])
    const megabytesOfOne = megabytesOf([first.pid, one.server.pid])
    const inOneDatabase = [one]
    for (let number = 2; number <= NETWORKS; number++)
      inOneDatabase.push(await open(first, `network_${number}`, number === 2 ? TURNS : 1))
    const setups = [
      { name: 'one', networks: [one] },
      // As many clients as each of ten networks has: how much is lost because few payments wait together.
      { name: 'one_with_few_clients', networks: [one], clients: CLIENTS / NETWORKS },
      { name: 'two_on_two_servers', networks: [one, elsewhere] },
      { name: 'two_in_one_database', networks: inOneDatabase.slice(0, 2) },
      { name: 'ten_in_one_database', networks: inOneDatabase },
    ].map((setup) => ({ ...setup, rates: [] as number[] }))
    for (const setup of setups) await confirm(setup.networks, setup.clients)
    for (let turn = 0; turn < TURNS; turn++) {
      for (const setup of setups) setup.rates.push(await confirm(setup.networks, setup.clients))
    }
    const figures: Record<string, number> = {}
    const base = median(setups[0]?.rates ?? [])
    for (const { name, rates } of setups) {
      figures[`networks_${name}_per_second`] = round(median(rates))
      figures[`networks_${name}_to_one`] = round(median(rates) / base, 2)
      print(`${name.replaceAll('_', ' ')}: ${round(median(rates))}/s (${round(median(rates) / base, 2)})`)
    }
    const tenthStartMs = inOneDatabase.at(-1)?.startMs ?? 0
    const megabytesOfTen = megabytesOf([first.pid, ...inOneDatabase.map(({ server }) => server.pid)])
    print(
      `First start: ${one.startMs} ms for the first network, ${tenthStartMs} ms for the tenth. ` +
        `Memory: ${megabytesOfOne} MB with one, ${megabytesOfTen} MB with ten after the load`,
    )
    return {
      ...figures,
      networks_first_start_ms: one.startMs,
      networks_tenth_start_ms: tenthStartMs,
      networks_one_mb: megabytesOfOne,
      networks_ten_mb: megabytesOfTen,
    }
  })

async function openPostgres(opened: AsyncDisposableStack): Promise<RunningPostgres> {
  const postgres = opened.use(await startPostgres({ fsync: true, settings: SETTINGS }))
  const admin = await connect(postgres.url('postgres'))
  await admin.query(`create database ${DATABASE}`)
  await admin.end()
  return postgres
}

/** A separate process and schema, with open transactions. */
async function openNetwork(postgres: RunningPostgres, name: string, folder: string, transactions: number) {
  const url = postgres.url(DATABASE)
  const began = performance.now()
  const server = await startServer({ DATABASE_URL: url, CASHBOX_NETWORK: name, CASHBOX_DATA_DIR: folder })
  const startMs = round(performance.now() - began)
  const db = await connect(url, { options: `-c search_path=${name}` })
  await addAgents(db)
  await addTransactions(db, transactions)
  await db.end()
  let next = 0
  return {
    server,
    startMs,
    async confirm(clients: number, count: number) {
      const load = await runHttp({
        port: server.port,
        clients,
        start: next,
        count,
        seconds: SECONDS,
        agentOf: (number) => number % AGENTS,
      })
      next += load.sent
      return load.perSecond
    },
  }
}

async function confirm(networks: readonly Network[], clients = CLIENTS / networks.length): Promise<number> {
  const count = Math.floor((SECONDS * MOST_PER_SECOND) / networks.length)
  const rates = await Promise.all(networks.map((network) => network.confirm(clients, count)))
  return rates.reduce((sum, rate) => sum + rate, 0)
}

/** The memory of processes and their children; what they share is counted once. */
function megabytesOf(pids: readonly number[]): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const isOurs = (pid: string) => pids.includes(Number(pid)) || pids.includes(parentOf(pid))
  const kilobytes = all.filter(isOurs).map((pid) => {
    const [, pss = '0'] = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(pss)
  })
  return round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024)
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
