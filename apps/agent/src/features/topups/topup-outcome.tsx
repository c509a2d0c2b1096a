import { CONFIRMATIONS_NEEDED, type Topup, type TopupReason } from '@cashbox/contract'
import { Money } from '@cashbox/ui'
import { MessageCircle } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../platform/settings.ts'
import { formatExact, formatMoney, formatPercent } from '../../platform/time/formats.ts'

/** What came of a top-up so far, and what happens next. */
export function TopupOutcome({ topup }: { topup: Topup }) {
  const t = useTranslations('topup')
  const { state, confirmations, reason } = topup
  if (state === 'confirming') return confirmations === null ? null : <Confirmations count={confirmations} />
  if (state === 'credited') return <Received topup={topup} />
  if (state === 'held') return reason && <Reason reason={reason} />
  return <p>{t(`${state}_text`)}</p>
}

/** As high as what takes its place, so that the rows below stay where they are. */
const SAME_HEIGHT = 'grid min-h-13 content-start gap-1'

function Confirmations({ count }: { count: number }) {
  const t = useTranslations('topup')
  const id = useId()
  const reached = Math.min(count, CONFIRMATIONS_NEEDED)
  return (
    <div className={SAME_HEIGHT}>
      <p id={id} className="text-ink-soft tabular-nums">
        {t('confirming', { count: reached, total: CONFIRMATIONS_NEEDED })}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={CONFIRMATIONS_NEEDED}
        aria-valuenow={reached}
        className="h-2 max-w-80 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-demo transition-[width] duration-200"
          style={{ width: `${(100 * reached) / CONFIRMATIONS_NEEDED}%` }}
        />
      </div>
    </div>
  )
}

function Received({ topup: { received, currency_code, rate, offset_percent } }: { topup: Topup }) {
  const t = useTranslations('topup')
  return (
    <div className={SAME_HEIGHT}>
      {received && (
        <p>
          <Money size="lg" sign="+" amount={formatMoney(received)} currency={currency_code ?? undefined} />
        </p>
      )}
      {rate && offset_percent && (
        <p className="text-sm text-ink-soft tabular-nums">
          {t('rate_used', { rate: formatExact(rate), offset: formatPercent(Number(offset_percent)) })}
        </p>
      )}
    </div>
  )
}

/** These say themselves what happens next; with all others our people decide. */
const SAY_WHAT_IS_NEXT: ReadonlySet<TopupReason> = new Set(['below_minimum', 'no_rate'])

function Reason({ reason }: { reason: TopupReason }) {
  const t = useTranslations()
  const { telegram_link } = useSettings()
  return (
    <div className="grid justify-items-start gap-1">
      <p>{t(`topup.reason.${reason}`)}</p>
      {!SAY_WHAT_IS_NEXT.has(reason) && <p className="text-ink-soft">{t('topup.review')}</p>}
      {reason !== 'no_rate' && telegram_link && (
        <a
          href={telegram_link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-text hover:underline"
        >
          <MessageCircle aria-hidden className="size-5" />
          {t('payment.failure.support')}
        </a>
      )}
    </div>
  )
}
