import type { Outcome } from '../../platform/http/post-outside.ts'

/** What came of sending a message: tried again later, unless it arrived or was refused for good. */
export type Sent =
  | { readonly outcome: 'arrived' }
  | { readonly outcome: 'failed'; readonly error: string; readonly waitS: number }
  | { readonly outcome: 'refused'; readonly error: string }

export const arrived: Sent = { outcome: 'arrived' }
export const failed = (error: string, waitS = 0): Sent => ({ outcome: 'failed', error, waitS })
export const refused = (error: string): Sent => ({ outcome: 'refused', error })

/** However long the other side asks to be left alone, it is tried again after this. */
const LONGEST_WAIT_S = 60 * 60

export const waitOf = (seconds: number | null) => Math.min(Math.max(0, seconds ?? 0), LONGEST_WAIT_S)

/** The console has words for each named problem; of all others only the system's own words are known. */
export const noAnswer = ({ problem, error }: Extract<Outcome, { status: null }>): Sent =>
  failed(problem === 'not_sent' ? error : problem)
