import { type AuditEntry, listAudit, type WholeTransaction } from '@cashbox/contract/operator'
import { cn } from '@cashbox/ui'
import { Link } from 'wouter'
import { textsOf } from '../../platform/language/language.ts'
import { useList } from '../../platform/list/list.ts'
import { useMay } from '../../platform/session/session.ts'
import { actorWords } from '../../platform/values/audit-names.tsx'
import { Section, When } from '../../platform/values/values.tsx'
import { usePartner } from './transactions.ts'

const t = textsOf('transactions.timeline')

/** Includes operators' acts for roles that may read the audit. */
export const TimelineSection = ({ transaction }: { transaction: WholeTransaction }) => (
  <Section title={t('title')}>
    {useMay(listAudit) ? (
      <WithActs transaction={transaction} />
    ) : (
      <Steps transaction={transaction} steps={stepsOf(transaction, [])} />
    )}
  </Section>
)

function WithActs({ transaction }: { transaction: WholeTransaction }) {
  const subject = { subject_kind: 'transaction', subject_id: transaction.transaction_id }
  const acts = useList(listAudit, subject).rows ?? []
  return (
    <>
      <Steps transaction={transaction} steps={stepsOf(transaction, acts)} />
      {acts.length > 0 && (
        <Link
          href={`/audit?${new URLSearchParams(subject).toString()}`}
          className="justify-self-start text-brand-text underline"
        >
          {t('audit')}
        </Link>
      )}
    </>
  )
}

const Steps = ({ transaction, steps }: { transaction: WholeTransaction; steps: readonly Step[] }) => (
  <ol className="grid">
    {steps.map((step) => (
      <li
        key={`${step.at} ${step.kind}`}
        className={cn(
          'relative grid gap-0.5 border-s-2 border-line ps-4 pb-4 last:border-transparent last:pb-0',
          'before:absolute before:-start-[0.4rem] before:top-1 before:size-2.5 before:rounded-full',
          step.kind === 'expires' ? 'before:border-2 before:border-edge before:bg-card' : 'before:bg-brand-text',
        )}
      >
        <StepText step={step} partner={transaction.partner} />
        <span className="text-sm text-ink-soft">
          <When seconds={step.at} />
        </span>
      </li>
    ))}
  </ol>
)

function StepText({ step: { kind, who = '', reason }, partner }: { step: Step; partner: string }) {
  const { name } = usePartner(partner)
  const actor = actorWords(who)
  return (
    <>
      <span>{t(kind, { partner: name, actor, agent: who })}</span>
      {reason && (
        <span className="max-w-prose text-sm wrap-anywhere">
          <bdi>{reason}</bdi>
        </span>
      )}
    </>
  )
}

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
  readonly who?: string
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
