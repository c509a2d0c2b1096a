import { startPostgres } from '@cashbox/testing/start-postgres'
import { findPgbench, type Pgbench, prepareTpcB } from './pgbench.ts'
import { AGENTS, addAgents, connect, openDatabase, opening, tempFolder } from './prepare.ts'
import { startServer } from './server-process.ts'

export type Network = Awaited<ReturnType<typeof openNetwork>>

const DATABASE = 'bench'
const TPC_B = 'tpcb'

/** A PostgreSQL with fsync on, the real server on it, and agents with a float that lasts; all gone afterwards. */
export const withNetwork = <T>(work: (network: Network) => Promise<T>, agents = AGENTS): Promise<T> =>
  opening(async (opened) => work(await openNetwork(opened, agents)))

async function openNetwork(opened: AsyncDisposableStack, agents: number) {
  const path = findPgbench()
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', min_wal_size: '2GB' }
  const postgres = opened.use(await startPostgres({ fsync: true, settings }))
  const folder = opened.use(tempFolder('bench-data'))
  const connectTo = async (database: string) => opened.use(await connect(postgres.url(database)))
  const startOne = async () => {
    const env = { DATABASE_URL: postgres.url(DATABASE), CASHBOX_DATA_DIR: folder.path, LOG_LEVEL: 'info' }
    return opened.use(await startServer(env))
  }
  await openDatabase(postgres, DATABASE)
  const server = await startOne()
  const db = await connectTo(DATABASE)
  await addAgents(db, agents)
  return {
    db,
    server,
    postgresPid: postgres.pid,
    /** One more process beside the first, on the same database. */
    startAnother: startOne,
    connect: () => connectTo(DATABASE),
    pgbench: { path, port: postgres.port, database: DATABASE } satisfies Pgbench,
    /** Creates the tables of TPC-B in the same PostgreSQL, and gives the pgbench that speaks to them. */
    async openTpcB(): Promise<Pgbench> {
      await db.query(`create database ${TPC_B}`)
      const pgbench = { path, port: postgres.port, database: TPC_B }
      await prepareTpcB(pgbench)
      return pgbench
    },
  }
}
