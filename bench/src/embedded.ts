import { openEmbeddedPostgres } from '@cashbox/postgres/embedded-postgres'
import { toNetwork } from '@cashbox/postgres/network'
import { addAgents, addTransactions, connect, opening, tempFolder } from './common/database.ts'
import { measureInTurns, type Print } from './common/measurement.ts'
import { openSupply } from './common/network.ts'
import { startServer } from './common/server.ts'
import type { Effort } from './confirmations.ts'

const CLIENTS = 32
const WARM_UP = 1_000
/** More than it confirms in a second. */
const MOST_PER_SECOND = 3_000

/** Confirmations on the PostgreSQL that comes with npm, as `npm start` uses it. */
export const measureEmbedded = ({ turns, seconds }: Effort, print: Print) =>
  opening(async (opened) => {
    const folder = opened.use(tempFolder('bench-embedded')).path
    const start = () => startServer({ DATABASE_URL: '', CASHBOX_DATA_DIR: folder })
    await (await start()).stop()
    await fill(folder, WARM_UP + turns * seconds * MOST_PER_SECOND)
    const { port } = opened.use(await start())
    const deposits = openSupply(port)
    await deposits.confirm({ clients: 8, seconds, most: WARM_UP })
    const run = () => deposits.confirm({ clients: CLIENTS, seconds, most: seconds * MOST_PER_SECOND })
    const runs = [{ name: `embedded_${CLIENTS}`, label: `Many agents, ${CLIENTS} clients`, run }]
    return measureInTurns('On the embedded database', turns, runs, print)
  })

async function fill(folder: string, transactions: number) {
  const postgres = await openEmbeddedPostgres(folder, () => {})
  const db = await connect(toNetwork(postgres.url, 'cashbox', []))
  await addAgents(db)
  await addTransactions(db, transactions)
  await db.end()
  await postgres.close()
}
