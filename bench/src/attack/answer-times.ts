import { requestPasswordReset, resendVerification } from '@cashbox/contract'
import { median, round } from '../common/measurement.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

// So many that chance alone does not reach the bound.
const TIMES_EACH = 1000
const ADDRESSES = 60
/** A guess by the time of an answer that is right more often than this tells who has an account. */
const MOST_RIGHT_PERCENT = 55

interface Sample {
  readonly isKnown: boolean
  readonly ms: number
}

/** Asks for letters to known and unknown addresses in turn, and tries to tell them apart by the time of the answers. */
export async function attackByAnswerTimes({ db }: Target, tally: Tally) {
  const { rows } = await db.query<{ email: string }>('select email from person where not is_demo limit $1', [ADDRESSES])
  const known = rows.map(({ email }) => email)
  const unknown = known.map((email) => `un${email}`)
  const figures: Record<string, string> = {}
  for (const { path } of [requestPasswordReset, resendVerification]) {
    const samples: Sample[] = []
    for (let turn = 0; turn < 2 * TIMES_EACH; turn++) {
      const isKnown = turn % 2 === 0
      const email = (isKnown ? known : unknown)[(turn >> 1) % known.length] ?? ''
      const started = performance.now()
      await tally.post(`a letter to ${email}`, `/api${path}`, { email })
      samples.push({ isKnown, ms: performance.now() - started })
    }
    const right = guessRight(samples)
    const of = (isKnown: boolean) => samples.filter((one) => one.isKnown === isKnown).map(({ ms }) => ms)
    figures[path] =
      `known ${round(median(of(true)), 2)} ms, unknown ${round(median(of(false)), 2)} ms, right ${right} %`
    if (right > MOST_RIGHT_PERCENT) tally.finding(`${path} tells by its time who has an account: ${figures[path]}`)
  }
  return figures
}

/** How often the best threshold of one half of the samples is right about the other half, in percent. */
function guessRight(samples: readonly Sample[]): number {
  const [learned, tried] = [0, 1].map((half) => samples.filter((_sample, index) => (index >> 1) % 2 === half))
  const rightIn = (set: readonly Sample[], threshold: number, isSlowKnown: boolean) =>
    set.filter(({ isKnown, ms }) => ms > threshold === (isKnown === isSlowKnown)).length / set.length
  let best = { share: 0, threshold: 0, isSlowKnown: true }
  for (const { ms: threshold } of learned ?? []) {
    for (const isSlowKnown of [true, false]) {
      const share = rightIn(learned ?? [], threshold, isSlowKnown)
      if (share > best.share) best = { share, threshold, isSlowKnown }
    }
  }
  return round(rightIn(tried ?? [], best.threshold, best.isSlowKnown) * 100, 1)
}
