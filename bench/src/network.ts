import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../scripts/start-postgres.ts'
import { findPgbench, type Pgbench, prepareTpcB } from './pgbench.ts'
import { AGENTS, addAgents, createNetworkDatabase } from './prepare.ts'
import { type RunningServer, startServer } from './server-process.ts'

export interface Network {
  readonly db: Client
  readonly server: RunningServer
  readonly postgresPid: number
  /** One more process beside the first, on the same database. */
  startAnother(): Promise<RunningServer>
  connect(): Promise<Client>
  readonly pgbench: Pgbench
  /** Creates the tables of TPC-B in the same PostgreSQL, and gives the pgbench that speaks to them. */
  openTpcB(): Promise<Pgbench>
}

const DATABASE = 'bench'
const TPC_B = 'tpcb'

/** A PostgreSQL with fsync on, the real server on it, and agents with a float that lasts; all gone afterwards. */
export async function withNetwork<T>(work: (network: Network) => Promise<T>, agents = AGENTS): Promise<T> {
  const path = findPgbench()
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', min_wal_size: '2GB' }
  const postgres = await startPostgres({ fsync: true, settings })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-bench-data-'))
  const servers: RunningServer[] = []
  const clients: Client[] = []
  const connect = async (database: string) => {
    const client = new Client({ connectionString: postgres.url(database) })
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  const startOne = async () => {
    const env = { DATABASE_URL: postgres.url(DATABASE), CASHBOX_DATA_DIR: folder, LOG_LEVEL: 'info' }
    const server = await startServer(env)
    servers.push(server)
    return server
  }
  try {
    const admin = await connect('postgres')
    await createNetworkDatabase(admin, DATABASE)
    const server = await startOne()
    const db = await connect(DATABASE)
    await addAgents(db, agents)
    return await work({
      db,
      server,
      postgresPid: postgres.pid,
      startAnother: startOne,
      connect: () => connect(DATABASE),
      pgbench: { path, port: postgres.port, database: DATABASE },
      async openTpcB() {
        await admin.query(`create database ${TPC_B}`)
        const pgbench = { path, port: postgres.port, database: TPC_B }
        await prepareTpcB(pgbench)
        return pgbench
      },
    })
  } finally {
    for (const client of clients) await client.end()
    for (const server of servers) await server.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
