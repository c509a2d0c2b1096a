import { percentile } from '../measurement.ts'
import { agentId, tokenOf } from '../prepare.ts'
import { confirmation } from './confirmation.ts'
import { asAgent, type Tally } from './tally.ts'
import type { Target } from './target.ts'

const OTHERS = 16
const FIRST = 300
const LOCKED = 320
const ROUNDS = 40
const LOCKED_MS = 10_000
const MAX_RATIO = 2
const SLACK_MS = 30

/** Someone holds the row of one agent's float for ten seconds. Other agents go on as before. */
export async function attackWithLockedFloat(target: Target, tally: Tally) {
  const confirm = async (agent: number) => {
    const started = performance.now()
    const input = confirmation(target.nextDeposit())
    const { status } = await tally.send('a confirmation', '/api/payments/confirm', asAgent(tokenOf(agent), input))
    if (status !== 200) tally.finding(`a confirmation of another agent was answered ${status}`)
    return performance.now() - started
  }
  const measure = async () => {
    const times = await Promise.all(
      Array.from({ length: OTHERS }, async (_, index) => {
        const own: number[] = []
        for (let round = 0; round < ROUNDS; round++) own.push(await confirm(FIRST + index))
        return own
      }),
    )
    return percentile(
      times.flat().toSorted((a, b) => a - b),
      0.99,
    )
  }
  await measure()
  const before = await measure()
  const holder = await target.connect()
  await holder.query('begin')
  await holder.query(`select 1 from account where agent_id = $1 and kind = 'float' for update`, [agentId(LOCKED)])
  const released = new Promise<void>((resolve) => {
    setTimeout(() => void holder.query('rollback').then(() => resolve()), LOCKED_MS)
  })
  // What waits for the lock is answered in the end, done or not done; it is not a finding either way.
  const waiting = Array.from({ length: 8 }, () =>
    tally.send(
      'a confirmation of the locked agent',
      '/api/payments/confirm',
      asAgent(tokenOf(LOCKED), confirmation(target.nextDeposit())),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  const during = await measure()
  await released
  await Promise.all(waiting)
  await holder.end()
  if (during > before * MAX_RATIO && during > before + SLACK_MS)
    tally.finding(`other agents' p99 is ${during.toFixed(1)} ms instead of ${before.toFixed(1)} ms`)
  return { othersP99Ms: Number(before.toFixed(1)), othersP99Ratio: Number((during / before).toFixed(2)) }
}
