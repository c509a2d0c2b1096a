import { within } from '@cashbox/server/platform/delivery/run-deliveries'

export interface Finding {
  readonly what: string
  readonly state: 'fine' | 'wrong' | 'skipped'
  readonly says: string
  /** What to do about it, where something is wrong. */
  readonly todo?: string
}

const PATIENCE_MS = 15_000

export const fine = (what: string, says: string): Finding => ({ what, state: 'fine', says })
export const skipped = (what: string, says: string): Finding => ({ what, state: 'skipped', says })
export const wrong = (what: string, says: string, todo: string): Finding => ({ what, state: 'wrong', says, todo })

export const answerOf = <T>(work: Promise<T>, ms = PATIENCE_MS): Promise<T> =>
  within(ms, work, `no answer within ${ms / 1000} seconds`)
