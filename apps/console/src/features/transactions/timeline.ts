import { type AuditEntry, type WholeTransaction } from '@cashbox/contract/operator'

export interface Step {
  readonly kind:
    | 'opened'
    | 'locked'
    | 'unlocked'
    | 'redelivered'
    | 'confirmed'
    | 'expired'
    | 'cancelled'
    | 'reversed'
    | 'expires'
  readonly at: number
  /** The agent or the operator. */
  readonly who?: string
  /** The operator's reason. */
  readonly reason?: string | null
}

const kindsOfActs: Readonly<Record<string, Step['kind']>> = {
  'transaction.unlock': 'unlocked',
  'event.redeliver': 'redelivered',
}

/** Oldest first. */
export function stepsOf(transaction: WholeTransaction, acts: readonly AuditEntry[]): readonly Step[] {
  const { state, created_at, closed_at, expires_at, confirmation, reversal } = transaction
  const steps: Step[] = [
    { kind: 'opened', at: created_at },
    ...locksOf(transaction),
    ...acts.flatMap(({ action, at, actor, reason }) => {
      const kind = kindsOfActs[action]
      return kind ? [{ kind, at, who: actor, reason }] : []
    }),
    ...(confirmation
      ? [{ kind: 'confirmed', at: confirmation.confirmed_at, who: confirmation.agent_name } as const]
      : []),
    ...(reversal ? [{ kind: 'reversed', at: reversal.reversed_at, reason: reversal.reason } as const] : []),
    ...(closed_at !== null && (state === 'expired' || state === 'cancelled') ? [{ kind: state, at: closed_at }] : []),
  ]
  const past = steps.toSorted((one, other) => one.at - other.at)
  return state === 'open' ? [...past, { kind: 'expires', at: expires_at }] : past
}

/** Every lock sends an event, so locks that were unlocked since are known too. */
function locksOf({ events, locked_at }: WholeTransaction): readonly Step[] {
  const lockEvents = events.flatMap(({ type, created_at }) => (type === 'transaction.locked' ? [created_at] : []))
  const all = lockEvents.length === 0 && locked_at !== null ? [locked_at] : lockEvents
  return all.map((at) => ({ kind: 'locked', at }))
}
