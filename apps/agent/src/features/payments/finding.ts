import type { CallFailure } from '@cashbox/client/call-failure'
import type { FoundTransaction, RefusalCode } from '@cashbox/contract'
import type { Finding } from './confirmation.ts'

/** The server says `confirmed` only to the agent who confirmed it. */
export function findingOf({ state, finished_at }: FoundTransaction, nowMs: number): Finding {
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

export function findingOfFailure({ kind, code }: CallFailure): Finding {
  if (kind !== 'refused') return { kind: 'silent' }
  if (code === EXPIRED) return { kind: 'unconfirmed' }
  return { kind: CLOSED.some((closed) => closed === code) ? 'closed' : 'silent' }
}
