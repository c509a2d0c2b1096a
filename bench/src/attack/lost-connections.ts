import { setTimeout as pause } from 'node:timers/promises'
import { agentId, asAgent, times, transactionId } from '../common/database.ts'
import { percentile } from '../common/measurement.ts'
import { compareDuring, type Tally } from './tally.ts'
import type { Target } from './target.ts'

const CUTS = 20
const FREEZES = 3
const AWAY_MS = 5000
const READY_WITHIN_MS = 10_000
const CLIENTS = 8
const FIRST = 340

/** The database goes away in every way a network knows, while agents confirm. The server stays, and comes back. */
export async function attackWithLostConnections(target: Target, tally: Tally) {
  const { network } = target
  const over = new AbortController()
  const confirmed: number[] = []
  const clients = times(CLIENTS, async (index) => {
    while (!over.signal.aborted) {
      const number = target.nextDeposit()
      const { status } = await tally.confirm(FIRST + index, number)
      if (status === 200) confirmed.push(number)
      else await pause(200)
    }
  })
  const slowest = { ms: 0 }
  const returns = async (what: string) => {
    const started = performance.now()
    while (!(await isServing(target.url))) {
      if (performance.now() - started > READY_WITHIN_MS) {
        tally.finding(`after ${what} the server was not ready within ${READY_WITHIN_MS / 1000} s`)
        return
      }
      await pause(100)
    }
    slowest.ms = Math.max(slowest.ms, performance.now() - started)
  }
  for (let cut = 0; cut < CUTS; cut++) {
    await pause(300)
    network.cut()
    await returns('a cut')
  }
  for (let freeze = 0; freeze < FREEZES; freeze++) {
    await pause(500)
    network.silence()
    await returns('a failover with silent connections')
  }
  network.refuse(true)
  network.cut()
  await pause(AWAY_MS)
  network.refuse(false)
  await returns('a restart')
  await pause(1000)
  over.abort()
  await Promise.all(clients)

  const { rows } = await target.db.query<{ id: string }>(
    'select transaction_id as id from confirmed_payment where transaction_id = any($1)',
    [confirmed.map(transactionId)],
  )
  const lost = confirmed.length - rows.length
  if (lost > 0) tally.finding(`${lost} confirmations were answered and are not there`)
  return { confirmed: confirmed.length, slowestReturnMs: Math.round(slowest.ms) }
}

async function isServing(url: string): Promise<boolean> {
  try {
    for (const path of ['/readyz', '/api/user/profile']) {
      const response = await fetch(`${url}${path}`, { ...asAgent(FIRST), signal: AbortSignal.timeout(3000) })
      await response.text()
      if (!response.ok) return false
    }
    return true
  } catch {
    return false
  }
}

const OTHERS = 16
const FIRST_OTHER = 300
const LOCKED = 320
const ROUNDS = 40
const LOCKED_MS = 10_000

/** Someone holds the row of one agent's float for ten seconds. Other agents go on as before. */
export async function attackWithLockedFloat(target: Target, tally: Tally) {
  const measure = async () => {
    const latencies: number[] = []
    const confirmAll = async (agent: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now()
        await tally.expect('a confirmation of another agent', tally.confirm(agent, target.nextDeposit()), 200)
        latencies.push(performance.now() - started)
      }
    }
    await Promise.all(times(OTHERS, (index) => confirmAll(FIRST_OTHER + index)))
    return percentile(latencies, 0.99)
  }
  return compareDuring(tally, {
    measure,
    who: 'another agent, at the 99th percentile,',
    slackMs: 30,
    async attack(during) {
      const holder = await target.connect()
      await holder.query('begin')
      await holder.query(`select 1 from account where agent_id = $1 and kind = 'float' for update`, [agentId(LOCKED)])
      const released = pause(LOCKED_MS).then(() => holder.query('rollback'))
      // What waits for the lock is answered in the end, done or not done; it is not a finding either way.
      const waiting = times(8, () => tally.confirm(LOCKED, target.nextDeposit()))
      await pause(500)
      await during()
      await released
      await Promise.all(waiting)
      await holder.end()
    },
  })
}
