import type { Alert, AlertKind, Today } from '@cashbox/contract/operator'
import { col, query } from '@cashbox/postgres/database'
import { findReplicaProblem } from '@cashbox/postgres/read-replica'
import { toSeconds } from '../platform/clock.ts'
import type { WatchServices } from './read-status.ts'
import { readToday } from './read-today.ts'
import { findUnreadable } from './sealed-columns.ts'

const HOUR_S = 60 * 60

/** From when on a state is an alert. */
const thresholds = {
  countAgeS: 5 * 60,
  watchLagS: 120,
  heldS: 24 * HOUR_S,
  confirmingS: HOUR_S,
  webhookWaitingS: 15 * 60,
  /** A webhook that fails is an alert sooner with so many events. */
  webhookWaitingEvents: 25,
  jobLateS: 5 * 60,
  undeliveredS: 5 * 60,
  verificationAgeS: 26 * HOUR_S,
} as const

/** In the order in which alerts are listed. */
export const severities: Readonly<Record<AlertKind, Alert['severity']>> = {
  secret_unreadable: 'critical',
  check_failed: 'critical',
  credits_missing: 'critical',
  totals_outdated: 'critical',
  clock_jumped: 'critical',
  channel_missing: 'critical',
  tron_lag: 'critical',
  jobs_late: 'critical',
  payouts_high: 'critical',
  cover_exhausted: 'critical',
  cover_low: 'warning',
  statement_overdue: 'warning',
  statement_disputed: 'warning',
  webhook_disabled: 'warning',
  webhook_delayed: 'warning',
  topups_held: 'warning',
  topups_confirming: 'warning',
  key_rotated: 'warning',
  key_expiring: 'warning',
  key_unused: 'warning',
  key_old: 'warning',
  rate_stale: 'warning',
  rate_refused: 'warning',
  float_below_zero: 'warning',
  jobs_failed: 'warning',
  alerts_undelivered: 'warning',
  verification_overdue: 'warning',
  backup_overdue: 'warning',
  months_missing: 'warning',
  replica_unused: 'warning',
}

const ranks = Object.keys(severities)

interface Problems {
  /** When the database was made: what a new one has never done is not late yet. */
  readonly madeAt: number
  readonly unreadable: Awaited<ReturnType<typeof findUnreadable>>
  readonly replica: Awaited<ReturnType<typeof findReplicaProblem>>
}

type FoundAlert = Pick<Alert, 'kind' | 'since' | 'subject' | 'values'>

export const findAlerts = async (services: WatchServices): Promise<Alert[]> => (await readStatus(services)).alerts

export async function readStatus(services: WatchServices): Promise<{ today: Today; alerts: Alert[] }> {
  const unreadable = await findUnreadable(services.db, services.keyring)
  const replica = await findReplicaProblem(services.db, services.config)
  const [made] = await query(services.db, { made_at: col.timestamptz })`select made_at from installation`
  const today = await readToday(services)
  const problems = { madeAt: made ? toSeconds(made.made_at) : 0, unreadable, replica }
  return { today, alerts: alertsOf(today, problems, services) }
}

function alertsOf(
  today: Today,
  { madeAt, unreadable, replica }: Problems,
  { clock, config: { backup } }: WatchServices,
): Alert[] {
  const nowS = toSeconds(clock.now())
  const found = [
    ...unreadable.map(({ column, id }) =>
      alert('secret_unreadable', { kind: 'sealed_value', id: `${column}: ${id}` }, null, {}),
    ),
    ...when(!today.has_channel, () => alert('channel_missing', network, null, {})),
    ...(replica === null ? [] : [alert('replica_unused', network, null, { because: replica })]),
    ...workerAlerts(today, nowS, madeAt),
    ...verificationAlerts(today, nowS, madeAt),
    ...(backup.alertAfterS === null
      ? []
      : backupAlerts(today, nowS - (today.backup?.made_at ?? madeAt), backup.alertAfterS)),
    ...topupAlerts(today, nowS),
    ...webhookAlerts(today, nowS),
    ...keyAlerts(today, nowS),
    ...destinationAlerts(today, nowS),
    ...moneyAlerts(today),
  ]
  return found
    .map((one) => ({ id: `${one.kind}:${one.subject.id}`, severity: severities[one.kind], ...one }))
    .toSorted(
      (one, other) => ranks.indexOf(one.kind) - ranks.indexOf(other.kind) || (one.since ?? 0) - (other.since ?? 0),
    )
}

const when = <Value>(condition: boolean, value: () => Value): Value[] => (condition ? [value()] : [])

const alert = (
  kind: AlertKind,
  subject: Alert['subject'],
  since: number | null,
  values: Alert['values'],
): FoundAlert => ({
  kind,
  subject,
  since,
  values,
})

const network = { kind: 'network', id: 'network' }

const workerAlerts = (
  { as_of, jobs, clock_jumps, attempts_without_month }: Today,
  nowS: number,
  madeAt: number,
): FoundAlert[] => [
  ...clock_jumps.map(({ host, seconds, noticed_at }) =>
    alert('clock_jumped', { kind: 'host', id: host }, noticed_at, {
      age_s: Math.abs(seconds),
      direction: seconds < 0 ? 'back' : 'forward',
    }),
  ),
  ...when(nowS - (as_of ?? madeAt) > thresholds.countAgeS, () =>
    alert('totals_outdated', network, as_of, as_of === null ? {} : { age_s: nowS - as_of }),
  ),
  ...when(jobs.failed > 0, () => alert('jobs_failed', network, jobs.first_failed_at, { count: jobs.failed })),
  ...(jobs.due_since === null || nowS - jobs.due_since <= thresholds.jobLateS
    ? []
    : [alert('jobs_late', network, jobs.due_since, { age_s: nowS - jobs.due_since })]),
  ...when(attempts_without_month > 0, () => alert('months_missing', network, null, { count: attempts_without_month })),
]

function verificationAlerts({ verification }: Today, nowS: number, madeAt: number): FoundAlert[] {
  const last = verification?.last_finished_at ?? null
  const broken = verification?.failed_checks ?? []
  return [
    ...when(nowS - (last ?? madeAt) > thresholds.verificationAgeS, () =>
      alert('verification_overdue', network, last, last === null ? {} : { age_s: nowS - last }),
    ),
    ...broken.map(({ rule, violations, since }) =>
      alert('check_failed', { kind: 'rule', id: rule }, since, { violations }),
    ),
  ]
}

const backupAlerts = ({ backup }: Today, ageS: number, afterS: number): FoundAlert[] =>
  when(ageS > afterS, () => alert('backup_overdue', network, backup?.made_at ?? null, backup ? { age_s: ageS } : {}))

const topupAlerts = ({ topups, tron }: Today, nowS: number): FoundAlert[] => [
  ...tron
    .filter(({ lag_s }) => lag_s > thresholds.watchLagS)
    .map(({ pass, succeeded_at, lag_s }) =>
      alert('tron_lag', { kind: 'tron_pass', id: pass }, succeeded_at, { lag_s }),
    ),
  ...topups.held
    .filter(({ oldest_at }) => nowS - oldest_at > thresholds.heldS)
    .map(({ reason, coin, count, sum, oldest_at }) =>
      alert('topups_held', { kind: 'topup_reason', id: `${reason}/${coin}` }, oldest_at, { count, sum }),
    ),
  ...topups.confirming
    .filter(({ oldest_at }) => nowS - oldest_at > thresholds.confirmingS)
    .map(({ coin, count, sum, oldest_at }) =>
      alert('topups_confirming', { kind: 'coin', id: coin }, oldest_at, { count, sum }),
    ),
  ...topups.missing.map(({ coin, count, sum, oldest_at }) =>
    alert('credits_missing', { kind: 'coin', id: coin }, oldest_at, { count, sum }),
  ),
]

const webhookAlerts = ({ webhooks }: Today, nowS: number): FoundAlert[] =>
  webhooks.flatMap(({ partner, pending_events, oldest_at, failing_since, failures, disabled_at }) => {
    const subject = { kind: 'partner', id: partner }
    if (disabled_at !== null) return [alert('webhook_disabled', subject, disabled_at, { pending_events })]
    const isLate = oldest_at !== null && nowS - oldest_at > thresholds.webhookWaitingS
    const isCrowded = failing_since !== null && pending_events >= thresholds.webhookWaitingEvents
    if (oldest_at === null || !(isLate || isCrowded)) return []
    return [
      alert('webhook_delayed', subject, failing_since ?? oldest_at, {
        pending_events,
        age_s: nowS - oldest_at,
        failures,
      }),
    ]
  })

const keyAlerts = ({ keys }: Today, nowS: number): FoundAlert[] =>
  keys.map(({ partner, name, key_id, problem, since, last_used_at, expires_at }) =>
    alert(`key_${problem}`, { kind: 'partner_key', id: `${partner}/${key_id}` }, since, {
      name,
      // The time until the key expires, or since it was last used, approved or created.
      age_s: problem === 'expiring' ? (expires_at ?? nowS) - nowS : nowS - since,
      was_used: last_used_at === null ? 'no' : 'yes',
    }),
  )

const destinationAlerts = ({ failing_destinations }: Today, nowS: number): FoundAlert[] =>
  failing_destinations
    .filter(({ is_stopped, since }) => is_stopped || nowS - since > thresholds.undeliveredS)
    .map(({ id, name, since }) => alert('alerts_undelivered', { kind: 'alert_destination', id }, since, { name }))

const moneyAlerts = ({ rates, rate_refusals, floats, payouts, positions, statements }: Today): FoundAlert[] => [
  ...positions.flatMap(({ partner, name, currency_code, left, cover, since }) =>
    cover === 'enough'
      ? []
      : [
          alert(`cover_${cover}`, { kind: 'partner', id: `${partner}/${currency_code}` }, since, {
            name,
            sum: left ?? '0.00',
          }),
        ],
  ),
  ...statements.map(({ partner, name, currency_code, number, problem, sum, since }) =>
    alert(`statement_${problem}`, { kind: 'partner', id: `${partner}/${currency_code}` }, since, { name, number, sum }),
  ),
  ...payouts.map(({ partner, name, currency_code, sum, max_per_day }) =>
    alert('payouts_high', { kind: 'partner', id: `${partner}/${currency_code}` }, null, { name, sum, max_per_day }),
  ),
  ...rates
    .filter(({ is_stale }) => is_stale)
    .map(({ coin, currency_code, set_at, age_s }) =>
      alert('rate_stale', { kind: 'rate', id: `${coin}/${currency_code}` }, set_at, { age_s }),
    ),
  ...rate_refusals.map(({ coin, currency_code, rate, reason, since }) =>
    alert('rate_refused', { kind: 'rate', id: `${coin}/${currency_code}` }, since, { rate, because: reason }),
  ),
  ...floats
    .filter(({ below_zero }) => below_zero > 0)
    .map(({ currency_code, below_zero, below_zero_since, credit_used }) =>
      alert('float_below_zero', { kind: 'currency', id: currency_code }, below_zero_since, {
        count: below_zero,
        sum: credit_used,
      }),
    ),
]
