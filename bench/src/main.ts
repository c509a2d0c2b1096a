import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../scripts/start-postgres.ts'
import { benchConfirmations } from './bench-confirmations.ts'
import { benchEmbedded } from './bench-embedded.ts'
import { benchOpen } from './bench-open.ts'
import { benchReading } from './bench-reading.ts'
import { benchLists } from './lists/bench-lists.ts'
import { findPgbench } from './pgbench.ts'
import { addAgents } from './prepare.ts'
import { startServer } from './server-process.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

const DATABASE = 'bench'

/** Confirmations, reading and the embedded database, on a network of a few hundred agents. */
async function benchAgents() {
  const postgres = await startPostgres({ fsync: true, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-bench-data-'))
  try {
    const admin = new Client({ connectionString: postgres.url('postgres') })
    await admin.connect()
    await admin.query(`create database ${DATABASE}`)
    await admin.end()
    const url = postgres.url(DATABASE)
    const server = await startServer({ DATABASE_URL: url, CASHBOX_DATA_DIR: folder, LOG_LEVEL: 'info' })
    const db = new Client({ connectionString: url })
    db.on('error', () => {})
    await db.connect()
    await addAgents(db)
    const open = await benchOpen({ db, server, print })
    const pgbench = findPgbench()
    if (pgbench === null) print('pgbench is not on this machine and could not be fetched: no ratios')
    const confirmations = await benchConfirmations({
      db,
      server,
      pgbench,
      pgPort: postgres.port,
      database: DATABASE,
      print,
    })
    const reading = await benchReading({ db, server, print })
    await db.end()
    await server.stop()
    const embedded = await benchEmbedded({ folder, print })
    return { ...open, ...confirmations, ...reading, ...embedded }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm run bench -- lists 0.01` measures the operators' lists alone, on a hundredth of the network. */
const [only, share = '1'] = process.argv.slice(2)
if (only !== undefined && only !== 'lists') throw new Error(`there is no benchmark "${only}", only "lists"`)
const agents = only === 'lists' ? {} : await benchAgents()
const lists = await benchLists({ share: Number(share), print })
print(JSON.stringify({ ...agents, ...lists.figures }))
process.exitCode = lists.isGood ? 0 : 1
