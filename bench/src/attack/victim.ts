import { median } from '../measurement.ts'
import { tokenOf } from '../prepare.ts'
import { confirmation } from './confirmation.ts'
import { asAgent, type Tally } from './tally.ts'
import type { Target } from './target.ts'

const TIMES = 60
const VICTIM = 400
/** Slower than this, and by more than a few milliseconds, others feel the attack. */
const MAX_RATIO = 2
const SLACK_MS = 20

/** The median of an honest agent's profile and confirmation. */
async function measureVictim(target: Target, tally: Tally): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now()
    await tally.send('an honest profile', '/api/user/profile', asAgent(tokenOf(VICTIM)))
    const input = confirmation(target.nextDeposit())
    const { status, text } = await tally.send(
      'an honest confirmation',
      '/api/payments/confirm',
      asAgent(tokenOf(VICTIM), input),
    )
    if (status !== 200) tally.finding(`an honest confirmation was answered ${status}: ${text}`)
    times.push(performance.now() - started)
  }
  return median(times)
}

/** An honest agent's median before and during an attack, as a ratio. */
export async function watchVictim(
  target: Target,
  tally: Tally,
  attack: (during: () => Promise<void>) => Promise<void>,
) {
  await measureVictim(target, tally)
  const alone = await measureVictim(target, tally)
  let during = alone
  await attack(async () => {
    during = await measureVictim(target, tally)
  })
  if (during > alone * MAX_RATIO && during > alone + SLACK_MS)
    tally.finding(`an honest agent waits ${during.toFixed(1)} ms instead of ${alone.toFixed(1)} ms`)
  return { victimMs: Number(alone.toFixed(1)), victimRatio: Number((during / alone).toFixed(2)) }
}
