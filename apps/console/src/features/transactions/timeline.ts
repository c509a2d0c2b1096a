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
  /** Who: the agent, or an operator. */
  readonly who?: string
  /** The reason, in the words of the operator who did it. */
  readonly words?: string | null
}

const kindsOfActs: Readonly<Record<string, Step['kind']>> = {
  'transaction.unlock': 'unlocked',
  'event.redeliver': 'redelivered',
}

/** What happened to a transaction, the first first; with what operators did, as far as that may be read. */
export function stepsOf(transaction: WholeTransaction, acts: readonly AuditEntry[]): readonly Step[] {
  const { state, created_at, closed_at, expires_at, confirmation, reversal } = transaction
  const steps: Step[] = [
    { kind: 'opened', at: created_at },
    ...locksOf(transaction),
    ...acts.flatMap(({ action, at, actor, reason }) => {
      const kind = kindsOfActs[action]
      return kind ? [{ kind, at, who: actor, words: reason }] : []
    }),
    ...(confirmation
      ? [{ kind: 'confirmed', at: confirmation.confirmed_at, who: confirmation.agent_name } as const]
      : []),
    ...(reversal ? [{ kind: 'reversed', at: reversal.reversed_at, words: reversal.reason } as const] : []),
    ...(closed_at !== null && (state === 'expired' || state === 'cancelled') ? [{ kind: state, at: closed_at }] : []),
  ]
  const past = steps.toSorted((one, other) => one.at - other.at)
  return state === 'open' ? [...past, { kind: 'expires', at: expires_at }] : past
}

/** Each lock has an event for the partner, so locks that were unlocked since are known too. */
function locksOf({ events, locked_at }: WholeTransaction): readonly Step[] {
  const told = events.flatMap(({ type, created_at }) => (type === 'transaction.locked' ? [created_at] : []))
  const all = told.length === 0 && locked_at !== null ? [locked_at] : told
  return all.map((at) => ({ kind: 'locked', at }))
}
