import type { TransactionType } from '@cashbox/contract'
import { listAudit } from '@cashbox/contract/operator'
import { Badge, type BadgeTone, type ButtonProps, buttonClass, cn, DateTime, Money, type MoneyProps } from '@cashbox/ui'
import {
  ArrowDown,
  ArrowUp,
  Ban,
  Check,
  CircleAlert,
  Clock,
  ExternalLink,
  Hourglass,
  type LucideIcon,
  Pause,
  ShieldCheck,
  ShieldOff,
  TimerOff,
  Undo2,
  X,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { type TextKey, textAt } from '../language/language.ts'
import { API_BASE, useMay } from '../session/session.ts'
import { dateTimeParts, formatMoney, isPresentYear } from './formats.ts'

/** By their labels. False for a fact that does not apply. */
export type FactList = Readonly<Record<string, ReactNode>>

interface RelatedLinksProps {
  readonly links: readonly { readonly href: string; readonly label: string }[]
  /** Shown to operators who may read the audit. */
  readonly audit: { readonly kind: string; readonly id: string; readonly label: string }
}

/** In a tight list without seconds and the present year; the page of the row has them. */
export function When({ seconds }: { seconds: number | null }) {
  if (seconds === null) return <span className="text-ink-soft">{textAt('common.never')}</span>
  const { day, year, time, secondsText } = dateTimeParts(seconds)
  return (
    <DateTime
      seconds={seconds}
      className="whitespace-nowrap tabular-nums"
      text={
        <>
          {day}
          <span className={isPresentYear(year) ? 'sm:group-data-tight/list:hidden' : undefined}> {year}</span> {time}
          <span className="sm:group-data-tight/list:hidden">{secondsText}</span>
        </>
      }
    />
  )
}

interface LabelledTimeProps {
  readonly label: string
  readonly seconds: number | null
  readonly className?: string
}

export const LabelledTime = ({ label, seconds, className = 'text-sm text-ink-soft' }: LabelledTimeProps) => (
  <span className={className}>
    {label} <When seconds={seconds} />
  </span>
)

interface AmountProps {
  readonly amount: string | null
  readonly currency?: string | null
  /** In place of an amount that is null. */
  readonly none?: string
}

export const Amount = ({ amount, currency, none = '–' }: AmountProps) =>
  amount === null ? none : <Money size="sm" amount={formatMoney(amount)} currency={currency ?? undefined} />

/** With its sign, whether it is added or taken. */
export function SignedAmount({ amount, ...money }: Omit<MoneyProps, 'sign'>) {
  const isTaken = amount.startsWith('-')
  return <Money size="sm" {...money} sign={isTaken ? '−' : '+'} amount={formatMoney(amount.replace('-', ''))} />
}

export const Facts = ({ facts }: { facts: FactList }) => (
  <dl className="grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[fit-content(12rem)_1fr]">
    {Object.entries(facts).map(
      ([label, value]) =>
        value !== false && (
          <div key={label} className="contents">
            <dt className="text-ink-soft max-sm:text-sm">{label}</dt>
            {/* A name or a sentence keeps its own direction. */}
            <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">
              {typeof value === 'string' ? <bdi>{value}</bdi> : value}
            </dd>
          </div>
        ),
    )}
  </dl>
)

export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-brand-text underline">
    {children}
  </Link>
)

interface DownloadLinkProps {
  /** Below the address of the API. */
  readonly href: string
  readonly text: string
  /** For screen readers, where several such links are on the page. */
  readonly of?: string
}

export const DownloadLink = ({ href, text, of }: DownloadLinkProps) => (
  <a
    className="text-brand-text underline"
    href={API_BASE + href}
    download
    aria-label={of === undefined ? undefined : `${text}, ${of}`}
  >
    {text}
  </a>
)

export const TransactionLink = ({ id }: { id: string }) => (
  <TextLink href={`/transactions/${id}`}>
    <Code text={id} />
  </TextLink>
)

interface ButtonLinkProps {
  readonly href: string
  readonly variant?: ButtonProps['variant']
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

export const ButtonLink = ({ href, variant = 'secondary', icon: Icon, children }: ButtonLinkProps) => (
  <Link href={href} className={buttonClass({ variant })}>
    <span className="inline-flex items-center gap-2">
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </span>
  </Link>
)

/** An id, an address or another text that people compare letter by letter. */
export const Code = ({ text, className }: { text: string; className?: string }) => (
  // Left to right in every language: a sign at the end would otherwise change sides.
  <bdi dir="ltr" className={className}>
    <code className="font-mono text-sm break-all">{text}</code>
  </bdi>
)

/** A cash ID with the name of its agent. */
export const CashIdName = ({ cashId, name }: { cashId: string | null; name: string | null }) => (
  <span className="inline-flex items-baseline gap-x-1.5 max-sm:flex-wrap">
    <span className="tabular-nums">{cashId}</span>
    {name !== null && (
      <bdi
        title={name}
        className="text-sm text-ink-soft sm:group-data-tight/list:max-w-28 sm:group-data-tight/list:truncate sm:group-data-[tight=more]/list:max-w-18"
      >
        {name}
      </bdi>
    )}
  </span>
)

export const Coordinates = ({ lat, lon }: { lat: string | number; lon: string | number }) => (
  <a
    href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1.5 text-brand-text underline tabular-nums"
  >
    {/* Latitude first, also in right-to-left languages. */}
    <bdi dir="ltr">
      {lat}, {lon}
    </bdi>
    <ExternalLink size={14} aria-hidden className="shrink-0" />
    <span className="sr-only">{textAt('common.on_map')}</span>
  </a>
)

interface CountedAmountProps {
  readonly count: number
  readonly sum: string
  /** What is counted. */
  readonly of?: 'payments' | 'entries'
  readonly isOneLine?: boolean
}

export function CountedAmount({ count, sum, of = 'payments', isOneLine = false }: CountedAmountProps) {
  if (count === 0) return <span className="text-ink-soft">–</span>
  return (
    <span
      className={cn(
        'inline-flex items-baseline gap-1.5',
        isOneLine ? 'sm:flex-row-reverse' : 'sm:inline-grid sm:justify-items-end sm:gap-0',
      )}
    >
      <Amount amount={sum} />
      <span className="text-sm whitespace-nowrap text-ink-soft">{textAt(`common.${of}`, { count })}</span>
    </span>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const auditHref = (subject_kind: string, subject_id: string) =>
  `/audit?${new URLSearchParams({ subject_kind, subject_id }).toString()}`

export function RelatedLinks({ links, audit: { kind, id, label } }: RelatedLinksProps) {
  const mayAudit = useMay(listAudit)
  const shown = mayAudit ? [...links, { href: auditHref(kind, id), label }] : links
  return (
    <p className="flex flex-wrap gap-x-6">
      {shown.map((link) => (
        <Link key={link.href} href={link.href} className="inline-flex min-h-11 items-center text-brand-text underline">
          {link.label}
        </Link>
      ))}
    </p>
  )
}

export type BadgeStyle = readonly [tone: BadgeTone, icon: LucideIcon]

interface CountBadgeProps {
  /** Null while it is not known. */
  readonly count: number | null
  /** The same in words. */
  readonly text: string
  readonly isCritical?: boolean | undefined
}

export const IconBadge = ({ style: [tone, Icon], children }: { style: BadgeStyle; children: ReactNode }) => (
  <Badge tone={tone} icon={<Icon aria-hidden />}>
    {children}
  </Badge>
)

/** A badge for some states, each with its text. */
export const stateBadge = <State extends string>(
  badges: Readonly<Record<State, readonly [text: TextKey, ...style: BadgeStyle]>>,
) =>
  function StateBadge({ state }: { state: State }) {
    const [text, ...style] = badges[state]
    return <IconBadge style={style}>{textAt(text)}</IconBadge>
  }

export const StatusBadge = stateBadge({
  approved: ['agents.status.approved', 'approved', Check],
  pending: ['agents.status.pending', 'pending', Clock],
  suspended: ['agents.status.suspended', 'suspended', Pause],
  rejected: ['agents.status.rejected', 'rejected', X],
  blocked: ['agents.status.blocked', 'blocked', Ban],
})

export const RequestStateBadge = stateBadge({
  pending: ['request_states.pending', 'pending', Hourglass],
  completed: ['request_states.completed', 'approved', Check],
  rejected: ['request_states.rejected', 'rejected', X],
  withdrawn: ['request_states.withdrawn', 'neutral', Undo2],
  failed: ['request_states.failed', 'suspended', CircleAlert],
  expired: ['request_states.expired', 'neutral', TimerOff],
})

/** Whether an operator has a second factor. */
export const FactorBadge = stateBadge({
  factor_on: ['operators.factor_on', 'approved', ShieldCheck],
  factor_off: ['operators.factor_off', 'pending', ShieldOff],
})

export const CountBadge = ({ count, text, isCritical = false }: CountBadgeProps) => (
  <span
    title={text}
    data-count={count}
    className={cn(
      'ms-auto min-w-6 rounded-full px-1.5 text-center text-sm font-semibold tabular-nums',
      isCritical ? 'bg-danger text-danger-ink' : 'bg-pending-soft text-pending',
    )}
  >
    <span aria-hidden>{count ?? '?'}</span>
    <span className="sr-only">{text}</span>
  </span>
)

/** A deposit goes into the agent's hands, a withdrawal out of them. */
export function TransactionTypeLabel({ type }: { type: TransactionType }) {
  const Icon = type === 'deposit' ? ArrowDown : ArrowUp
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <Icon size={16} aria-hidden className={type === 'deposit' ? 'text-deposit' : 'text-withdraw'} />
      {textAt(`transactions.types.${type}`)}
    </span>
  )
}
