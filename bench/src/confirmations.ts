import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import type { Client } from 'pg'
import { AGENTS, connect, fillNetwork, openDatabase, opening, tempFolder } from './common/database.ts'
import { sendConfirmations } from './common/http-load.ts'
import { measureInTurns, type Run, ratioOf, withProcessorTime } from './common/measurement.ts'
import { type BenchPostgres, openTpcB, runConfirmPayments, runTpcB } from './common/pgbench.ts'
import { type Figures, print } from './common/report.ts'
import { startServer } from './common/server.ts'

interface Effort {
  readonly turns: number
  readonly seconds: number
  readonly clients: readonly number[]
}

export const THOROUGH: Effort = { turns: 5, seconds: 5, clients: [1, 8, 32, 128] }
/** A minute, to see whether a change is worth measuring properly. */
export const QUICK: Effort = { turns: 3, seconds: 2, clients: [1, 32] }

const DATABASE = 'bench'
const WARM_UP = 10_000
const HOT_CLIENTS = 32
const DIRECT = 1_000
/** More than two cores confirm in a second. A run that reaches it ends before its time. */
const MOST_PER_SECOND = 4_000

/** With fsync on, and log files to use again. */
const POSTGRES = {
  fsync: true,
  settings: { shared_buffers: '512MB', max_wal_size: '4GB', min_wal_size: '2GB', max_connections: '300' },
}

/** Confirmations over HTTP beside pgbench's own TPC-B on the same PostgreSQL, turn by turn in one run. */
export const measureConfirmations = ({ turns, seconds, clients }: Effort): Promise<Figures> =>
  opening(async (opened) => {
    print('Preparing TPC-B and opening transactions …')
    const { port, pid, url } = opened.use(await startPostgres(POSTGRES))
    const postgres = { port, pid, url: url(DATABASE), database: DATABASE }
    await openDatabase(url, DATABASE)
    const folder = opened.use(tempFolder('bench')).path
    const server = opened.use(await startServer({ DATABASE_URL: postgres.url, CASHBOX_DATA_DIR: folder }))
    const db = opened.use(await connect(postgres.url))
    const loads = clients.length + 1
    await fillNetwork(db, { deposits: WARM_UP + turns * (loads * seconds * MOST_PER_SECOND + DIRECT) })

    const deposits = openSupply(server.port)
    const runs = await prepareRuns(postgres, server.pid, deposits, { seconds, clients })
    await deposits.confirm({ clients: 8, seconds, most: WARM_UP })
    const figures = await measureInTurns('On PostgreSQL, fsync on (processor in ms)', turns, runs)
    await expectAllConfirmed(db, deposits.used())
    return {
      ...figures,
      many_32_to_tpcb: ratioOf(figures, 'many_32', 'tpcb_32'),
      hot_32_to_tpcb: ratioOf(figures, 'hot_32', 'tpcb_32'),
      many_1_to_pgbench: ratioOf(figures, 'many_1', 'pgbench_1'),
    }
  })

type Supply = ReturnType<typeof openSupply>

interface Confirm {
  readonly clients: number
  readonly seconds: number
  readonly agents?: number
  readonly most?: number
}

/** Open deposits, none of which is confirmed twice. */
function openSupply(port: number) {
  let next = 0
  return {
    used: () => next,
    take(count: number) {
      const start = next
      next += count
      return { start, count }
    },
    /** Confirms as many as fit into the time, one agent after the other. */
    async confirm({ clients, seconds, agents = AGENTS, most = seconds * MOST_PER_SECOND }: Confirm) {
      const measured = await sendConfirmations({ port, clients, agents, seconds, start: next, count: most })
      next += measured.count
      return measured
    },
  }
}

/** What happens in each turn, in this order, so that every figure has its anchor just before it. */
async function prepareRuns(
  postgres: BenchPostgres,
  server: number,
  deposits: Supply,
  { clients: all, seconds }: Pick<Effort, 'clients' | 'seconds'>,
): Promise<Run[]> {
  const tpcB = await openTpcB(postgres)
  return all.flatMap((clients) => {
    const run = (kind: string, label: string, measure: Run['run']): Run => ({
      name: `${kind}_${clients}`,
      label: `${label}, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      run: () => withProcessorTime({ postgres: postgres.pid, server }, measure),
    })
    const direct = () => runConfirmPayments(postgres, deposits.take(DIRECT))
    const hot = () => deposits.confirm({ clients, seconds, agents: 1 })
    return [
      run('tpcb', 'TPC-B by pgbench', () => runTpcB(tpcB, clients, seconds)),
      ...(clients === 1 ? [run('pgbench', 'confirm_payments by pgbench', direct)] : []),
      run('many', 'HTTP, many agents', () => deposits.confirm({ clients, seconds })),
      ...(clients === HOT_CLIENTS ? [run('hot', 'HTTP, one hot agent', hot)] : []),
    ]
  })
}

/** pgbench does not look at answers: a refusal is quick, and would make its figure worthless. */
async function expectAllConfirmed(db: Client, sent: number) {
  const { rows } = await db.query<{ confirmed: string }>(
    "select count(*) as confirmed from confirmed_payment where player_id like 'player %'",
  )
  if (Number(rows[0]?.confirmed) !== sent) throw new Error(`${rows[0]?.confirmed} of ${sent} were confirmed`)
}
