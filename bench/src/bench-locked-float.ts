import { confirmationBody, runHttp } from './http-load.ts'
import { round } from './measurement.ts'
import type { Network } from './network.ts'
import { AGENTS, agentId, tokenOf } from './prepare.ts'
import type { Supply } from './supply.ts'

const CLIENTS = 32
const LOCKED = AGENTS - 1
const WAITING = 8
const LOCKED_MS = 10_000
const MEASURED_SECONDS = 8
const MOST = 40_000

/** The row of one agent's float is locked for ten seconds, and that agent's confirmations wait. Others must go on. */
export async function benchLockedFloat({ server, connect }: Network, supply: Supply, print: (line: string) => void) {
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
