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

/** One line of an error, of the first of several where a host has several addresses. */
export function problemOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? ''
}

export const answerOf = <T>(work: Promise<T>, ms = PATIENCE_MS): Promise<T> =>
  within(ms, work, `no answer within ${ms / 1000} seconds`)
