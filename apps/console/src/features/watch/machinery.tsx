import { type Today } from '@cashbox/contract/operator'
import { cn } from '@cashbox/ui'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { textAt } from '../../platform/language/language.ts'
import { formatAge, formatCoins } from '../../platform/values/formats.ts'

const JUST_NOW_S = 10
const LATE_S = 120
const SHOWN = 3
const SHOWN_RATES = 4

interface StatusProps {
  readonly title: string
  readonly isWrong: boolean
  readonly children: ReactNode
}

/** The machines in one line each. Details are in the tab of the technical status. */
export const Machinery = ({ today }: { today: Today }) => (
  <section aria-label={textAt('watch.technical')} className="grid grid-cols-2 gap-4 lg:grid-cols-5">
    <Rates today={today} />
    <Webhooks today={today} />
    <Tron today={today} />
    <LedgerCheck today={today} />
    <Jobs today={today} />
  </section>
)

const Status = ({ title, isWrong, children }: StatusProps) => {
  const Icon = isWrong ? OctagonAlert : CircleCheck
  return (
    <Link
      href="/today?tab=technical"
      className="grid min-w-0 content-start gap-0.5 rounded-2xl border border-line bg-card px-3 py-2 text-sm hover:bg-sunken"
    >
      <span className="flex items-center gap-1.5 font-semibold">
        <Icon aria-hidden size={16} className={cn('shrink-0', isWrong ? 'text-danger' : 'text-approved')} />
        {title}
      </span>
      <span className={cn('grid min-w-0 wrap-anywhere', isWrong ? 'text-danger' : 'text-ink-soft')}>{children}</span>
    </Link>
  )
}

const Rates = ({ today: { rates } }: { today: Today }) => (
  <Status title={textAt('watch.rates.title')} isWrong={rates.some(({ is_stale }) => is_stale)}>
    {rates.length === 0 && textAt('watch.rates.none')}
    <ul>
      {rates.slice(0, SHOWN_RATES).map(({ coin, currency_code, rate }) => (
        <li key={`${coin} ${currency_code}`} className="flex flex-wrap justify-between gap-x-2">
          <bdi dir="ltr">{`${coin} → ${currency_code}`}</bdi>
          <bdi dir="ltr" className="tabular-nums">
            {formatCoins(rate)}
          </bdi>
        </li>
      ))}
    </ul>
  </Status>
)

function Webhooks({ today: { webhooks } }: { today: Today }) {
  const failing = webhooks.filter(({ failing_since, disabled_at }) => failing_since !== null || disabled_at !== null)
  const waiting = webhooks.reduce((sum, { pending_events }) => sum + pending_events, 0)
  const calm =
    waiting === 0 ? textAt('watch.webhooks.up_to_date') : textAt('watch.webhooks.waiting', { count: waiting })
  return (
    <Status title={textAt('watch.webhooks.title')} isWrong={failing.length > 0}>
      {failing.slice(0, SHOWN).map(({ partner, name, pending_events }) => (
        <span key={partner}>
          <bdi>{name}</bdi>: {textAt('watch.webhooks.waiting', { count: pending_events })}
        </span>
      ))}
      {failing.length === 0 && (webhooks.length === 0 ? textAt('watch.webhooks.none') : calm)}
    </Status>
  )
}

function Tron({ today: { tron } }: { today: Today }) {
  const lag = Math.max(0, ...tron.map(({ lag_s }) => lag_s))
  const text = lag < JUST_NOW_S ? textAt('watch.tron.now') : textAt('watch.tron.lag', { age: formatAge(lag) })
  return (
    <Status title={textAt('watch.tron.title')} isWrong={lag > LATE_S}>
      {tron.length === 0 ? textAt('watch.tron.none') : text}
    </Status>
  )
}

function LedgerCheck({ today: { verification } }: { today: Today }) {
  const count = verification?.failed_checks.length ?? 0
  const found = count > 0 ? textAt('watch.verification.broken', { count }) : textAt('watch.verification.fine')
  return (
    <Status title={textAt('watch.verification.title')} isWrong={count > 0}>
      {verification?.last_finished_at == null ? textAt('watch.verification.never') : found}
    </Status>
  )
}

function Jobs({ today: { jobs, as_of } }: { today: Today }) {
  const { failed, first_failed_at, due_since } = jobs
  const late = due_since !== null && as_of !== null && as_of - due_since > LATE_S
  return (
    <Status title={textAt('watch.jobs.title')} isWrong={failed > 0 || late}>
      {failed > 0 && first_failed_at !== null && textAt('watch.jobs.failed_short', { count: failed })}
      {failed === 0 && late && textAt('watch.jobs.late', { age: formatAge((as_of ?? 0) - due_since) })}
      {failed === 0 && !late && textAt('watch.jobs.fine')}
    </Status>
  )
}
