import type { Client } from 'pg'
import { type Figures, measureInTurns, type Print, type Run, ratioOf, withProcessorTime } from './common/measurement.ts'
import { MOST_PER_SECOND, type Network, withNetwork } from './common/network.ts'
import { openTpcB, runConfirmPayments, runTpcB } from './common/pgbench.ts'

export interface Effort {
  readonly turns: number
  readonly seconds: number
  readonly clients: readonly number[]
}

export const THOROUGH: Effort = { turns: 5, seconds: 5, clients: [1, 8, 32, 128] }
/** A minute, to see whether a change is worth measuring properly. */
export const QUICK: Effort = { turns: 3, seconds: 2, clients: [1, 32] }

const WARM_UP = 10_000
const HOT_CLIENTS = 32
const DIRECT = 1_000

/** Confirmations over HTTP beside pgbench's own TPC-B on the same PostgreSQL, turn by turn in one run. */
export function measureConfirmations(effort: Effort, print: Print): Promise<Figures> {
  const { turns, seconds } = effort
  print('Preparing TPC-B and opening transactions …')
  const loads = effort.clients.length + 1
  const transactions = WARM_UP + turns * (loads * seconds * MOST_PER_SECOND + DIRECT)
  return withNetwork({ transactions }, async (network) => {
    const runs = await prepareRuns(network, effort)
    await network.deposits.confirm({ clients: 8, seconds, most: WARM_UP })
    const figures = await measureInTurns('On PostgreSQL, fsync on (processor in ms)', turns, runs, print)
    await expectAllConfirmed(network.db, network.deposits.used())
    return {
      ...figures,
      many_32_to_tpcb: ratioOf(figures, 'many_32', 'tpcb_32'),
      hot_32_to_tpcb: ratioOf(figures, 'hot_32', 'tpcb_32'),
      many_1_to_pgbench: ratioOf(figures, 'many_1', 'pgbench_1'),
    }
  })
}

/** What happens in each turn, in this order, so that every figure has its anchor just before it. */
async function prepareRuns({ postgres, server, deposits }: Network, { clients: all, seconds }: Effort): Promise<Run[]> {
  const tpcB = await openTpcB(postgres)
  const processes = { postgres: postgres.pid, server: server.pid }
  return all.flatMap((clients) => {
    const run = (kind: string, label: string, measure: Run['run']): Run => ({
      name: `${kind}_${clients}`,
      label: `${label}, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      run: () => withProcessorTime(processes, measure),
    })
    const direct = () => runConfirmPayments(postgres, deposits.take(DIRECT))
    const hot = () => deposits.confirm({ clients, seconds, agentOf: () => 0 })
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
