import { setTimeout as wait } from 'node:timers/promises'
import { DEFAULT_NETWORK } from '@cashbox/postgres/network'
import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { startWorkerProcess } from '@cashbox/testing/server-process'
import { startAgents } from './common/agents.ts'
import { AGENTS, addAgents, addTransactions, connect, openDatabase, opening, tempFolder } from './common/database.ts'
import { type Figures, type Print, round } from './common/measurement.ts'
import { sandboxEnv, startServer } from './common/server.ts'
import { addConfirmed } from './space.ts'

const DATABASE = 'bench'
/** What the agents confirm while the network moves. */
const OPEN_TRANSACTIONS = 100_000

const POSTGRES = {
  fsync: true,
  settings: {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    wal_level: 'logical',
    max_sync_workers_per_subscription: '4',
    max_logical_replication_workers: '8',
  },
}

/** Moves a network with that many transactions to another PostgreSQL while agents confirm, and measures how long they wait. */
export const measureMove = (transactions: number, print: Print): Promise<Figures> =>
  opening(async (opened) => {
    const source = opened.use(await startPostgres(POSTGRES))
    const target = opened.use(await startPostgres(POSTGRES))
    const env = sandboxEnv(source.url(DATABASE), opened.use(tempFolder('bench-data')).path)
    for (const postgres of [source, target]) await openDatabase(postgres, DATABASE)
    const { url } = opened.use(await startServer(env))
    const db = await connect(source.url(DATABASE))
    await addAgents(db)
    await addConfirmed(db, transactions)
    await addTransactions(db, OPEN_TRANSACTIONS)
    await db.end()
    print(`${transactions} transactions confirmed`)
    const load = startAgents({
      urls: [url],
      agents: AGENTS,
      clients: 4,
      transactions: OPEN_TRANSACTIONS,
      thinkMs: 20,
    })
    await wait(1_000)
    const stopWatching = load.watchGaps()
    const started = performance.now()
    const command = startWorkerProcess(env, `network move ${DEFAULT_NETWORK} --to ${target.url(DATABASE)}`)
    const code = await command.ended
    const moveS = (performance.now() - started) / 1000
    await wait(1_000)
    const gapS = stopWatching() / 1000
    await load.stop()
    print(command.output())
    if (code !== 0 || load.findings.length > 0)
      throw new Error(['the network was not moved', ...load.findings].join('\n'))
    return {
      move_transactions: transactions,
      move_s: round(moveS, 1),
      move_stopped_s: Number(/stood still for ([\d.]+) s/.exec(command.output())?.[1]),
      move_longest_wait_s: round(gapS, 1),
    }
  })
