import type { Alert, Today } from '@cashbox/contract/operator'
import { Card, cn } from '@cashbox/ui'
import { ArrowDown, ArrowRight, CircleCheck, Hourglass, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useWaiting } from '../../platform/approval-requests.ts'
import { When } from '../../platform/values.tsx'
import { placeOf } from './alert-place.ts'
import { useAlertWords } from './alert-words.ts'

interface AlertListProps {
  readonly alerts: readonly Alert[]
  readonly today: Today
}

/** Open alerts, the worst first; a calm line when there are none. */
export function AlertList({ alerts, today }: AlertListProps) {
  const t = useTranslations('watch.alerts')
  const words = useAlertWords(today)
  return (
    <section aria-labelledby="alerts" className="grid gap-2">
      <h2 id="alerts" aria-live="polite" className={alerts.length === 0 ? 'sr-only' : 'font-semibold'}>
        {alerts.length === 0 ? t('clear_text') : t('title', { count: alerts.length })}
      </h2>
      {alerts.length === 0 ? (
        <AllClear />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-card">
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} text={words(alert)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** No alerts; and all clear only if no one waits for this operator. */
function AllClear() {
  const t = useTranslations()
  const { data } = useWaiting()
  if (!data) return null
  const waiting = (
    [
      ['/waiting', t('agents.badge', { count: data.applications }), data.applications],
      ['/held-topups', t('money.held.badge', { count: data.held_topups }), data.held_topups],
      ['/approvals', t('approvals.badge', { count: data.requests }), data.requests],
    ] as const
  ).filter(([, , count]) => count > 0)
  const Icon = waiting.length === 0 ? CircleCheck : Hourglass
  return (
    <Card className="flex items-start gap-3 py-4">
      <Icon aria-hidden className={cn('size-6 shrink-0', waiting.length === 0 ? 'text-approved' : 'text-pending')} />
      <div className="grid gap-1">
        <p className="font-semibold">{t(waiting.length === 0 ? 'watch.alerts.clear' : 'watch.alerts.waiting')}</p>
        {waiting.length > 0 && (
          <ul className="grid gap-1">
            {waiting.map(([href, text]) => (
              <li key={href}>
                <Link href={href} className="text-brand-text hover:underline">
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <p className="text-ink-soft">{t('watch.alerts.clear_text')}</p>
      </div>
    </Card>
  )
}

function AlertRow({ alert, text }: { alert: Alert; text: string }) {
  const t = useTranslations('watch.alerts')
  const { severity, since } = alert
  const Icon = severity === 'critical' ? OctagonAlert : TriangleAlert
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-nowrap">
      <span className="flex min-w-0 flex-1 basis-full gap-2.5 sm:basis-0">
        <Icon
          role="img"
          aria-label={t(severity)}
          className={cn('mt-px size-5 shrink-0', severity === 'critical' ? 'text-danger' : 'text-pending')}
        />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </span>
      {since !== null && (
        <span className="text-sm whitespace-nowrap text-ink-soft sm:mt-px">
          {t('since')} <When seconds={since} />
        </span>
      )}
      <AlertLink alert={alert} />
    </li>
  )
}

const linkClass =
  'ms-auto inline-flex items-center justify-end gap-1 font-semibold whitespace-nowrap text-brand-text hover:underline sm:w-44'

function AlertLink({ alert }: { alert: Alert }) {
  const t = useTranslations('watch')
  const place = placeOf(alert)
  if ('part' in place) {
    return (
      <a href={`#${place.part}`} className={linkClass}>
        {t(`${place.part}.title`)}
        <ArrowDown size={16} aria-hidden />
      </a>
    )
  }
  return (
    <Link href={place.href} className={linkClass}>
      {t(`links.${place.page}`)}
      <ArrowRight size={16} aria-hidden />
    </Link>
  )
}
