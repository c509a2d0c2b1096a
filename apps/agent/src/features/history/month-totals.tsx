import { Card, cn, Money, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { useLogged } from '../../platform/settings.ts'
import { monthStats } from '../../platform/stats.ts'
import type { Month } from '../../platform/time/calendar.ts'
import { formatMoney } from '../../platform/time/formats.ts'

/** Sums of the whole month, not only of the part that is listed. */
export function MonthTotals({ month }: { month: Month }) {
  const t = useTranslations('history')
  const titleId = useId()
  const { channel } = useUser()
  const { data, error, isPending } = useQuery(monthStats(month))
  useLogged('the totals could not be loaded', error)
  const totals = [
    { label: t('deposits'), dot: 'bg-deposit', amount: data?.depositSum },
    { label: t('withdrawals'), dot: 'bg-withdraw', amount: data?.withdrawSum },
    { label: t('total_fees'), dot: 'bg-brand', amount: data && data.depositFee + data.withdrawFee },
  ]
  return (
    <Card role="region" aria-labelledby={titleId} aria-busy={isPending} className="grid gap-3">
      <h2 id={titleId} className="text-sm text-ink-soft">
        {t('totals')}
      </h2>
      <dl className="grid gap-2">
        {totals.map(({ label, dot, amount }) => (
          <div key={label} className="flex min-h-6 items-center gap-3">
            <span aria-hidden className={cn('size-2.5 shrink-0 rounded-full', dot)} />
            <dt className="min-w-0 flex-1">{label}</dt>
            <dd>
              {isPending ? (
                <Skeleton className="h-5 w-28" />
              ) : (
                <Money amount={amount === undefined ? '—' : formatMoney(amount)} currency={channel.currency_code} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
