import { OTHER_TOKEN, type TopupReason } from '@cashbox/contract'
import type { Alert, AlertKind, Today } from '@cashbox/contract/operator'
import { Card, cn } from '@cashbox/ui'
import { ArrowRight, CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Messages, textAt } from '../../platform/language/language.ts'
import { textOf } from '../../platform/values/field-words.ts'
import { formatAge, formatCoins, formatMoney } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'

type SealedPlace = keyof Messages['watch']['sealed_places']

const linkClass =
  'ms-auto inline-flex items-center justify-end gap-1 font-semibold whitespace-nowrap text-brand-text hover:underline'

/** The pages where alerts are resolved, with what the alert is about. */
const pages = {
  held_topups: ['watch.links.held_topups', (reason: string) => `/held-topups?reason=${reason}`],
  partner: ['watch.links.partner', (code: string) => `/partners/${code}`],
  partner_access: ['watch.links.partner', (code: string) => `/partners/${code}?tab=access`],
  partner_settlement: ['watch.links.partner', (code: string) => `/partners/${code}?tab=settlement`],
  rates: ['watch.links.rates', () => '/rates'],
  destinations: ['watch.links.destinations', () => '/alert-destinations'],
  channels: ['watch.links.channels', () => '/channels'],
  topups: ['watch.topups.title', () => '/today?tab=technical'],
  tron: ['watch.tron.title', () => '/today?tab=technical'],
  verification: ['watch.verification.title', () => '/today?tab=technical'],
  jobs: ['watch.jobs.title', () => '/today?tab=technical'],
  floats: ['watch.floats.title', () => '/agents?is_demo=false'],
} as const

/** The page where an alert is resolved, if not with the background jobs. */
const places: Partial<Record<AlertKind, keyof typeof pages>> = {
  topups_held: 'held_topups',
  webhook_delayed: 'partner_access',
  webhook_disabled: 'partner_access',
  key_rotated: 'partner_access',
  key_expiring: 'partner_access',
  key_unused: 'partner_access',
  key_old: 'partner_access',
  statement_overdue: 'partner_settlement',
  statement_disputed: 'partner_settlement',
  payouts_high: 'partner',
  cover_low: 'partner',
  cover_exhausted: 'partner',
  alerts_undelivered: 'destinations',
  channel_missing: 'channels',
  rate_refused: 'rates',
  rate_stale: 'rates',
  tron_lag: 'tron',
  topups_confirming: 'topups',
  credits_missing: 'topups',
  check_failed: 'verification',
  verification_overdue: 'verification',
  float_below_zero: 'floats',
}

const passes = ['first', 'second', 'third'] as const

/** More of them are a press away: what waits and today's figures stay in sight. */
const SHOWN = 3

export function AlertList({ alerts, today }: { alerts: readonly Alert[]; today: Today }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? alerts : alerts.slice(0, SHOWN)
  return (
    <section aria-labelledby="alerts" className="grid min-w-0 content-start gap-2">
      <h2 id="alerts" aria-live="polite" className="font-semibold">
        {alerts.length === 0 ? textAt('watch.alerts.heading') : textAt('watch.alerts.title', { count: alerts.length })}
      </h2>
      {alerts.length === 0 ? (
        <Card className="flex items-center gap-2.5 py-3">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-approved" />
          {textAt('watch.alerts.clear_text')}
        </Card>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-card">
          {shown.map((alert) => (
            <AlertRow key={alert.id} alert={alert} text={alertText(alert, today)} />
          ))}
          {shown.length < alerts.length && (
            <li>
              <button
                type="button"
                className="min-h-9 w-full px-4 text-start text-sm font-semibold text-brand-text hover:bg-sunken"
                onClick={() => setAll(true)}
              >
                {textAt('watch.alerts.all', { count: alerts.length })}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function AlertRow({ alert, text }: { alert: Alert; text: string }) {
  const { severity, since } = alert
  const Icon = severity === 'critical' ? OctagonAlert : TriangleAlert
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
      <span className="flex min-w-0 flex-1 basis-full gap-2.5">
        <Icon
          role="img"
          aria-label={textAt(`watch.alerts.${severity}`)}
          className={cn('mt-px size-5 shrink-0', severity === 'critical' ? 'text-danger' : 'text-pending')}
        />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </span>
      {since !== null && (
        <span className="ps-7.5 text-sm whitespace-nowrap text-ink-soft">
          {textAt('watch.alerts.since')} <When seconds={since} />
        </span>
      )}
      <AlertLink alert={alert} />
    </li>
  )
}

function AlertLink({ alert: { kind, subject } }: { alert: Alert }) {
  const [text, hrefOf] = pages[places[kind] ?? 'jobs']
  return (
    <Link href={hrefOf(encodeURIComponent(subject.id.split('/')[0] ?? ''))} className={linkClass}>
      {textAt(text)}
      <ArrowRight size={16} aria-hidden />
    </Link>
  )
}

function alertText({ kind, subject, since, values }: Alert, { webhooks }: Pick<Today, 'webhooks'>): string {
  const isOfAge = kind === 'totals_outdated' || kind === 'verification_overdue' || kind === 'backup_overdue'
  if (since === null && isOfAge) return textAt(`watch.never.${kind}`)
  const [first = '', second = ''] = subject.id.split('/')
  const isCoin = kind === 'topups_held' || kind === 'topups_confirming' || kind === 'credits_missing'
  return textAt(`watch.alert.${kind}`, {
    ...values,
    age: formatAge(Number(values['age_s'] ?? values['lag_s'] ?? 0)),
    sum: (isCoin ? formatCoins : formatMoney)(String(values['sum'] ?? '0')),
    coin: coinName(kind === 'topups_held' ? second : first),
    reason: kind === 'topups_held' ? textAt(`money.held.reasons.${first as TopupReason}`) : '',
    limit: formatMoney(String(values['max_per_day'] ?? '0')),
    currency: second || first,
    pass: passName(subject.id),
    partner: webhooks.find(({ partner }) => partner === subject.id)?.name ?? subject.id,
    key: second,
    rule: kind === 'secret_unreadable' ? secretName(subject.id) : ruleName(subject.id),
    host: subject.id,
  })
}

/** Other tokens can call themselves anything, so their name is not shown. */
export const coinName = (coin: string): string => (coin === OTHER_TOKEN ? textAt('watch.topups.other_token') : coin)

/** Transfers are read in several passes, each later than the one before. */
export function passName(pass: string): string {
  const name = passes.find((one) => one === pass)
  return name ? textAt(`watch.tron.passes.${name}`) : textAt('watch.tron.pass', { pass })
}

export const ruleName = (rule: string): string => textOf('rules', rule)

/** "keys of partners: 019a…" is a place and a row. Text keys have underscores for the spaces of the place. */
function secretName(secret: string): string {
  const [place = '', row = ''] = secret.split(': ')
  const key = `sealed_places.${place.replaceAll(' ', '_') as SealedPlace}` as const
  return textAt.has(`watch.${key}`) ? `${textAt(`watch.${key}`)}: ${row}` : secret
}
