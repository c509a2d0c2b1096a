import { getStats, type Minor, type OutputOf } from '@cashbox/contract'
import { queryOptions } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useLanguage } from './language/language.ts'
import { answerTo } from './live/queries.ts'
import { onWake } from './screen.tsx'
import { lastMonths, type Month } from './time/calendar.ts'

export type MonthStats = ReturnType<typeof sumsOf>

export const monthStats = ({ from, to }: Pick<Month, 'from' | 'to'>) =>
  queryOptions({
    ...answerTo(getStats, { from: String(from), to: String(to) }, { topics: ['payments'] }),
    select: sumsOf,
    refetchOnReconnect: true,
  })

const sumsOf = ({ stats }: OutputOf<typeof getStats>) => ({
  depositSum: minorOf(stats.deposit_sum),
  withdrawSum: minorOf(stats.withdraw_sum),
  depositFee: minorOf(stats.deposit_fee),
  withdrawFee: minorOf(stats.withdraw_fee),
})

/** Sums can exceed the limit of `parseMinor`. Other servers may send numbers. */
function minorOf(money: string | number | undefined): Minor {
  const [whole = '', decimals = ''] = (typeof money === 'number' ? money.toFixed(2) : (money ?? '0')).split('.')
  return BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
}

/** Newest first, named in the chosen language. */
export function useMonths(): readonly [current: Month, ...earlier: Month[]] {
  const { language } = useLanguage()
  // The month may change while the phone sleeps.
  const now = useSyncExternalStore(onWake, currentMonth)
  return useMemo(() => {
    const [current, ...earlier] = lastMonths(new Date(now), language)
    if (!current) throw new Error('there is always a current month')
    return [current, ...earlier]
  }, [now, language])
}

const currentMonth = () => new Date().toISOString().slice(0, 7)
