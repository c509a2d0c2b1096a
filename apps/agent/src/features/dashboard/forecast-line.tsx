import { readStored, store } from '@cashbox/client/storage'
import { getForecast, type OutputOf } from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { Hourglass, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { answerTo } from '../../platform/live/queries.ts'
import { storageKeys } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { useChosenTimezone } from '../../platform/time/timezone.ts'
import { wallClock } from '../../platform/time/zoned-time.ts'

/** The forecast changes with time. */
const FRESH_MS = 5 * 60_000

export function ForecastLine() {
  const t = useTranslations()
  const { channel } = useUser()
  const { data, dataUpdatedAt } = useQuery({
    ...answerTo(getForecast, {}, { ignoreErrors: true, topics: ['balance'] }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
  const lasts = useLastsText(data, dataUpdatedAt)
  const isShown = data ? lasts !== null || data.low_below !== null : null
  useEffect(() => {
    if (isShown !== null) store(storageKeys.forecast, String(isShown))
  }, [isShown])
  // Reserve its place if it was shown last time, so that the layout doesn't shift.
  if (!isShown)
    return isShown === null && readStored(storageKeys.forecast) === 'true' ? <div className="min-h-11" /> : null
  const lowBelow = data?.low_below ?? null
  const isLow = lowBelow !== null
  const Icon = isLow ? TriangleAlert : Hourglass
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
      <p className="flex min-w-0 flex-1 gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          {isLow && (
            <strong>{t('forecast.low', { amount: `${formatMoney(lowBelow)} ${channel.currency_code}` })} </strong>
          )}
          {lasts}
        </span>
      </p>
      {isLow && (
        <Link
          href="/account-deposit"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('dashboard.add_funds')}
        </Link>
      )}
    </div>
  )
}

function useLastsText(data: OutputOf<typeof getForecast> | undefined, askedAtMs: number): string | null {
  const t = useTranslations('forecast')
  const timeZone = useChosenTimezone()
  const until = data?.lasts_until ?? null
  if (until === null) return null
  const { date, time, day } = wallClock(until, timeZone)
  return date === wallClock(askedAtMs / 1000, timeZone).date ? t('today', { time }) : t('later', { day, time })
}
