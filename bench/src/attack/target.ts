import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand, startProcess } from '../../../apps/server/test/server-process.ts'
import { startTcpProxy } from '../../../apps/server/test/tcp-proxy.ts'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { AGENTS, addAgents, addTransactions } from '../prepare.ts'

const DATABASE = 'attack'
const TRANSACTIONS = 20_000
const PASSPHRASE = 'a passphrase that only the provider knows'

export type Target = Awaited<ReturnType<typeof openTarget>>

/** A server and a PostgreSQL of their own, with agents that have floats, and transactions that can be confirmed. */
export async function openTarget() {
  const postgres = await startPostgres({ fsync: false })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-attack-'))
  const admin = new Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query(`create database ${DATABASE}`)
  await admin.end()
  const network = await startTcpProxy({ host: '127.0.0.1', port: postgres.port })
  const env = {
    DATABASE_URL: postgres.url(DATABASE).replace(`:${postgres.port}/`, `:${network.port}/`),
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: randomBytes(32).toString('base64url'),
    // Each request can then name an address of its own, so that limits by address don't end the attack early.
    CASHBOX_TRUST_PROXY: '127.0.0.1',
    PERFECT_MONEY_PASSPHRASE: PASSPHRASE,
    LOG_LEVEL: 'info',
  }
  const server = await startProcess(env)
  const db = new Client({ connectionString: postgres.url(DATABASE) })
  await db.connect()
  await addAgents(db)
  await addTransactions(db, TRANSACTIONS)
  let taken = 0
  return {
    url: server.url,
    passphrase: PASSPHRASE,
    agents: AGENTS,
    db,
    /** Between the server and its database. */
    network,
    /** A second connection to the database, past that network. */
    connect: async () => {
      const client = new Client({ connectionString: postgres.url(DATABASE) })
      await client.connect()
      return client
    },
    /** The number of a deposit that no one has confirmed yet. */
    nextDeposit: () => taken++,
    verify: () => runCommand('verify', env),
    async close() {
      await db.end()
      const code = await server.kill('SIGTERM')
      await network.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Every account with its balance: the same text means that no money has moved. */
export async function readBalances({ db }: Target): Promise<string> {
  const { rows } = await db.query<{ all: string }>(
    `select md5(string_agg(id || ' ' || balance, ',' order by id)) as all from account`,
  )
  return rows[0]?.all ?? ''
}

export async function readFloat({ db }: Target, agentId: string): Promise<bigint> {
  const { rows } = await db.query<{ balance: string }>(
    `select balance from account where agent_id = $1 and kind = 'float'`,
    [agentId],
  )
  return BigInt(rows[0]?.balance ?? 0)
}
