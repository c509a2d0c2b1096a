import { type AuditEntry, listAudit, type WholeTransaction } from '@cashbox/contract/operator'
import { cn } from '@cashbox/ui'
import { Check, CircleDashed, Hourglass, Lock, Undo2, X } from 'lucide-react'
import { Link } from 'wouter'
import { textsOf } from '../../platform/language/language.ts'
import { useList } from '../../platform/list/list.ts'
import { useMay } from '../../platform/session/session.ts'
import { actorWords } from '../../platform/values/audit-names.tsx'
import { formatWhole, percentOf } from '../../platform/values/formats.ts'
import { ChannelName, CopyableId } from '../../platform/values/names.tsx'
import {
  Amount,
  Coordinates,
  Facts,
  LabelledTime,
  Section,
  stateBadge,
  TextLink,
  When,
} from '../../platform/values/values.tsx'
import { usePartner } from './transactions.ts'

const t = textsOf('transactions')

type Confirmation = NonNullable<WholeTransaction['confirmation']>

export const StateBadge = stateBadge({
  open: ['transactions.states.open', 'pending', CircleDashed],
  locked: ['transactions.states.locked', 'rejected', Lock],
  confirmed: ['transactions.states.confirmed', 'approved', Check],
  expired: ['transactions.states.expired', 'neutral', Hourglass],
  cancelled: ['transactions.states.cancelled', 'neutral', X],
  reversed: ['transactions.states.reversed', 'suspended', Undo2],
})

export function FactsSection({ transaction }: { transaction: WholeTransaction }) {
  const { transaction_id, reference, partner, cash_id, player_id, metadata, wrong_codes, state, expires_at } =
    transaction
  const { name: partnerName } = usePartner(partner)
  const facts = {
    [t('id')]: <CopyableId what={t('id')} text={transaction_id} />,
    [t('partner')]: partnerName,
    [t('facts.reference')]:
      reference === null ? (
        t(transaction.type === 'deposit' ? 'facts.by_player_id' : 'facts.no_reference')
      ) : (
        <CopyableId what={t('facts.reference')} text={reference} />
      ),
    [t('player')]: (
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="flex items-center">{player_id}</span>
        <TextLink href={`/transactions?player_id=${encodeURIComponent(player_id)}`}>{t('facts.of_player')}</TextLink>
      </span>
    ),
    [t('facts.channel')]: <ChannelName code={transaction.channel} />,
    [t('facts.cashbox')]:
      cash_id === null ? (
        t('facts.any_cashbox')
      ) : (
        <span>
          {t('facts.cashbox_only')} <Cashbox cashId={cash_id} />
        </span>
      ),
    [t('created')]: <When seconds={transaction.created_at} />,
    [t(state === 'expired' ? 'facts.expired' : 'facts.expires')]: <When seconds={expires_at} />,
    [t('facts.metadata')]: Object.keys(metadata).length > 0 && (
      <ul className="grid gap-1">
        {Object.entries(metadata).map(([name, value]) => (
          <li key={name} className="break-words">
            <bdi className="text-ink-soft">{name}</bdi> <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    ),
    [t('facts.wrong_codes')]: wrong_codes > 0 && t('facts.wrong_codes_of', { count: wrong_codes }),
  }
  return (
    <Section title={t('facts.title')}>
      <Facts facts={facts} />
    </Section>
  )
}

const Cashbox = ({ cashId, name }: { cashId: string; name?: string }) => (
  <Link href={`/agents?search=${cashId}`} className="text-brand-text underline tabular-nums">
    {name === undefined ? cashId : `${name} · ${cashId}`}
  </Link>
)

export function ConfirmationSection({ confirmation, currency }: { confirmation: Confirmation; currency: string }) {
  const { cash_id, agent_name, confirmed_at, fee, fee_bp, geo_accuracy_m, geo_age_s } = confirmation
  const age = geo_age_s === null ? null : t('confirmation.age', { seconds: geo_age_s })
  const within = geo_accuracy_m !== null && t('confirmation.within', { metres: formatWhole(geo_accuracy_m) })
  const facts = {
    [t('confirmation.agent')]: <Cashbox cashId={cash_id} name={agent_name} />,
    [t('confirmation.at')]: <When seconds={confirmed_at} />,
    [t('confirmation.fee')]: (
      <span>
        <Amount amount={fee} currency={currency} /> <span className="text-ink-soft">· {percentOf(fee_bp)} %</span>
      </span>
    ),
    [t('confirmation.location')]: <Location confirmation={confirmation} />,
    [t('confirmation.accuracy')]: within !== false && [within, age].filter(Boolean).join(', '),
    [t('confirmation.device')]: <Device session={confirmation.session} />,
    [t('confirmation.ip')]: confirmation.ip ?? '–',
  }
  return (
    <Section title={t('confirmation.title')}>
      <Facts facts={facts} />
    </Section>
  )
}

function Location({ confirmation }: { confirmation: Confirmation }) {
  const { geo_lat, geo_lon, distance_m, geo_area_m } = confirmation
  if (geo_lat === null || geo_lon === null) return t('confirmation.no_location')
  const isOutside = distance_m !== null && distance_m > geo_area_m
  return (
    <span className="grid justify-items-start">
      <Coordinates lat={geo_lat} lon={geo_lon} />
      {distance_m !== null && (
        <>
          <span className={isOutside ? 'font-semibold text-danger' : undefined}>
            {t(isOutside ? 'confirmation.outside' : 'confirmation.inside', {
              metres: formatWhole(distance_m),
              radius: formatWhole(geo_area_m),
            })}
          </span>
          <span className="text-sm text-ink-soft">{t('confirmation.point_today')}</span>
        </>
      )}
    </span>
  )
}

function Device({ session }: { session: Confirmation['session'] }) {
  if (session === null) return t('confirmation.session_none')
  const { user_agent, created_at, fingerprint } = session
  return (
    <span className="grid">
      {user_agent ?? (created_at === null ? t('confirmation.session_forgotten') : '–')}
      {created_at !== null && <LabelledTime label={t('confirmation.logged_in')} seconds={created_at} />}
      {fingerprint !== null && (
        <span className="text-sm text-ink-soft">
          {t('confirmation.fingerprint')} <code className="font-mono break-all">{fingerprint}</code>
        </span>
      )}
    </span>
  )
}

export function ReversalSection({ reversal }: { reversal: NonNullable<WholeTransaction['reversal']> }) {
  const { reversed_at, reason, requested_by } = reversal
  return (
    <Section title={t('reversal.title')}>
      <Facts
        facts={{
          [t('reversal.at')]: <When seconds={reversed_at} />,
          [t('reversal.reason')]: reason,
          [t('reversal.requested_by')]: requested_by,
        }}
      />
    </Section>
  )
}

/** Includes operators' acts for roles that may read the audit. */
export const TimelineSection = ({ transaction }: { transaction: WholeTransaction }) => (
  <Section title={t('timeline.title')}>
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
          {t('timeline.audit')}
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
      <span>{t(`timeline.${kind}`, { partner: name, actor, agent: who })}</span>
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
