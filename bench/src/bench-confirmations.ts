import type { Client } from 'pg'
import { confirmationBody, runHttp } from './http-load.ts'
import { type Measurement, medianOf, round, withProcessorTime } from './measurement.ts'
import type { Network } from './network.ts'
import { type Pgbench, runConfirmPayments, runTpcB } from './pgbench.ts'
import { AGENTS, agentId, openSupply, type Supply, tokenOf } from './prepare.ts'

export interface Effort {
  readonly turns: number
  readonly seconds: number
  readonly clients: readonly number[]
}

export const THOROUGH: Effort = { turns: 5, seconds: 5, clients: [1, 8, 32, 128] }
/** A minute, to see whether a change is worth measuring properly. */
export const QUICK: Effort = { turns: 3, seconds: 2, clients: [1, 32] }

/** More than two cores confirm in a second. A run that reaches it ends before its time. */
const MOST_PER_SECOND = 4_000
const WARM_UP = 10_000
const HOT_CLIENTS = 32
const DIRECT = 1_000

type Run = () => Promise<Measurement>

/** Confirmations over HTTP beside pgbench's own TPC-B on the same PostgreSQL, turn by turn in one run. */
export async function benchConfirmations(network: Network, effort: Effort, print: (line: string) => void) {
  const { db, server } = network
  const { turns, seconds } = effort
  print('Preparing TPC-B and opening transactions …')
  const tpcB = await network.openTpcB()
  const supply = await openSupply(db, WARM_UP + (turns * seconds + 20) * MOST_PER_SECOND * 3)
  const processes = { postgres: network.postgresPid, server: server.pid }
  const confirm = (clients: number, agentOf: (number: number) => number, most = seconds * MOST_PER_SECOND) =>
    supply.use(most, (from) =>
      withProcessorTime(
        processes,
        () => runHttp({ port: server.port, clients, seconds, agentOf, ...from }),
        ({ sent }) => sent,
      ),
    )
  await confirm(8, manyAgents, WARM_UP)
  const runs = runsOf({ network, tpcB, effort, supply, confirm, processes })
  const rounds = new Map<string, Measurement[]>([...runs.keys()].map((name) => [name, []]))
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, run] of runs) rounds.get(name)?.push(await run())
  }
  const results = new Map([...rounds].map(([name, all]) => [name, medianOf(all)]))
  printResults(results, print)
  await expectAllConfirmed(db, supply.used())
  const locked = await benchLockedFloat(network, supply, print)
  return { ...figuresOf(results), ...locked }
}

const manyAgents = (number: number) => number % AGENTS
const oneAgent = () => 0

interface Setting {
  readonly network: Network
  readonly tpcB: Pgbench
  readonly effort: Effort
  readonly supply: Supply
  readonly confirm: (clients: number, agentOf: (number: number) => number) => Promise<Measurement>
  readonly processes: Parameters<typeof withProcessorTime>[0]
}

/** What happens in each turn, in this order, so that every figure has its anchor just before it. */
function runsOf({ network, tpcB, effort, supply, confirm, processes }: Setting): Map<string, Run> {
  const runs = new Map<string, Run>()
  for (const clients of effort.clients) {
    runs.set(`tpcb_${clients}`, () =>
      withProcessorTime(
        processes,
        () => runTpcB(tpcB, clients, effort.seconds),
        ({ perSecond }) => perSecond * effort.seconds,
      ),
    )
    if (clients === 1) {
      runs.set('pgbench_1', () =>
        supply.use(DIRECT, async (from) => ({ sent: DIRECT, ...(await runConfirmPayments(network.pgbench, from)) })),
      )
    }
    runs.set(`many_${clients}`, () => confirm(clients, manyAgents))
    if (clients === HOT_CLIENTS) runs.set(`hot_${clients}`, () => confirm(clients, oneAgent))
  }
  return runs
}

const NAMES: Readonly<Record<string, string>> = {
  tpcb: 'TPC-B by pgbench',
  pgbench: 'confirm_payments by pgbench',
  many: 'HTTP, many agents',
  hot: 'HTTP, one hot agent',
}

function printResults(results: ReadonlyMap<string, Measurement>, print: (line: string) => void) {
  print(`${'On PostgreSQL, fsync on'.padEnd(44)} a second   p50 ms   p99 ms  processor ms: PostgreSQL, server`)
  for (const [name, { perSecond, p50Ms, p99Ms, postgresMs = '', serverMs = '' }] of results) {
    const [kind = '', clients] = name.split('_')
    const columns = [perSecond, p50Ms, p99Ms, postgresMs, serverMs].map((figure) => String(figure).padStart(9))
    print(`  ${NAMES[kind]}, ${clients} ${clients === '1' ? 'client' : 'clients'}`.padEnd(44) + columns.join(''))
  }
}

function figuresOf(results: ReadonlyMap<string, Measurement>) {
  const figures: Record<string, number> = {}
  for (const [name, { perSecond, p50Ms, p99Ms, postgresMs, serverMs }] of results) {
    if (postgresMs !== undefined) figures[`${name}_postgres_cpu_ms`] = postgresMs
    if (serverMs !== undefined) figures[`${name}_server_cpu_ms`] = serverMs
    figures[`${name}_per_second`] = perSecond
    figures[`${name}_p50_ms`] = p50Ms
    figures[`${name}_p99_ms`] = p99Ms
  }
  const ratio = (name: string, anchor: string) =>
    round((results.get(name)?.perSecond ?? 0) / (results.get(anchor)?.perSecond ?? 1), 2)
  return {
    ...figures,
    many_32_to_tpcb: ratio('many_32', 'tpcb_32'),
    hot_32_to_tpcb: ratio('hot_32', 'tpcb_32'),
    many_1_to_pgbench: ratio('many_1', 'pgbench_1'),
  }
}

/** pgbench does not look at answers: a refusal is quick, and would make its figure worthless. */
async function expectAllConfirmed(db: Client, sent: number) {
  const { rows } = await db.query<{ confirmed: string }>(
    "select count(*) as confirmed from confirmed_payment where player_id like 'player %'",
  )
  if (Number(rows[0]?.confirmed) !== sent) throw new Error(`${rows[0]?.confirmed} of ${sent} were confirmed`)
}

const CLIENTS = 32
const LOCKED = AGENTS - 1
const WAITING = 8
const LOCKED_MS = 10_000
const MEASURED_SECONDS = 8
const MOST = 40_000

/** The row of one agent's float is locked for ten seconds, and that agent's confirmations wait. Others must go on. */
async function benchLockedFloat({ server, connect }: Network, supply: Supply, print: (line: string) => void) {
  const others = () =>
    supply.use(MOST, (from) =>
      runHttp({
        port: server.port,
        clients: CLIENTS,
        seconds: MEASURED_SECONDS,
        agentOf: (number) => number % LOCKED,
        ...from,
      }),
    )
  const usual = await others()
  const holder = await connect()
  await holder.query('begin')
  await holder.query(`select 1 from account where agent_id = $1 and kind = 'float' for update`, [agentId(LOCKED)])
  const released = new Promise<void>((resolve, reject) => {
    setTimeout(() => void holder.query('rollback').then(() => resolve(), reject), LOCKED_MS)
  })
  const { waiting } = await supply.use(WAITING, async ({ start, count }) => ({
    sent: count,
    waiting: Array.from({ length: count }, (_, index) => confirm(server.port, start + index)),
  }))
  const locked = await others()
  await released
  // Done or not done: this agent may also be told to try again.
  await Promise.all(waiting)
  print(
    `While another agent's float is locked: ${round(locked.perSecond)}/s instead of ${round(usual.perSecond)}, ` +
      `p99 ${round(locked.p99Ms, 1)} ms instead of ${round(usual.p99Ms, 1)}, at most ${round(locked.worstMs, 1)} ms`,
  )
  return {
    locked_usual_p99_ms: round(usual.p99Ms, 2),
    locked_p99_ms: round(locked.p99Ms, 2),
    locked_worst_ms: round(locked.worstMs, 2),
    locked_p99_ratio: round(locked.p99Ms / usual.p99Ms, 2),
    locked_per_second_ratio: round(locked.perSecond / usual.perSecond, 2),
  }
}

const confirm = (port: number, number: number) =>
  fetch(`http://127.0.0.1:${port}/api/payments/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(LOCKED)}` },
    body: confirmationBody(number),
  }).then((answer) => answer.arrayBuffer())
