import type { CallFailure } from '@cashbox/client/call-failure'
import type { FoundTransaction, RefusalCode } from '@cashbox/contract'

/**
 * What became of a confirmation, by the server's answer to a look-up. `unconfirmed`: not confirmed yet, but what was
 * sent may still arrive. `closed`: what was sent can't confirm it any more. `unknown`: no answer, or an unclear one.
 */
export type Outcome =
  | { readonly kind: 'confirmed'; readonly finishedAt: number }
  | { readonly kind: 'unconfirmed' | 'closed' | 'unknown' }

/** The server says `confirmed` only to the agent who confirmed it. */
export function outcomeOf({ state, finished_at }: FoundTransaction, nowMs: number): Outcome {
  if (state === 'open') return { kind: 'unconfirmed' }
  return { kind: 'confirmed', finishedAt: finished_at ?? Math.floor(nowMs / 1000) }
}

/** After these nothing that was sent before can confirm the transaction. */
const CLOSED: readonly RefusalCode[] = [
  'transaction_not_found',
  'transaction_cancelled',
  'transaction_already_confirmed',
  'transaction_locked',
]
/** What was sent in time may still be in the making. */
const EXPIRED: RefusalCode = 'transaction_expired'

export function outcomeOfFailure({ kind, code }: CallFailure): Outcome {
  if (kind !== 'refused') return { kind: 'unknown' }
  if (code === EXPIRED) return { kind: 'unconfirmed' }
  return { kind: CLOSED.some((closed) => closed === code) ? 'closed' : 'unknown' }
}
