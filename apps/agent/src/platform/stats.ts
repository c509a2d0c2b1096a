import { askAgain } from '@cashbox/client/query-client'
import { getStats, type Minor } from '@cashbox/contract'
import { queryOptions } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { listen } from './events.ts'
import { useLanguage } from './language/language.ts'
import { queryClient } from './live/queries.ts'
import { onWake } from './screen.tsx'
import { lastMonths, type Month } from './time/calendar.ts'

export interface MonthStats {
  readonly depositSum: Minor
  readonly withdrawSum: Minor
  readonly depositFee: Minor
  readonly withdrawFee: Minor
}

const STATS_KEY = ['stats'] as const

export const monthStats = ({ from, to }: Pick<Month, 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...STATS_KEY, from, to],
    queryFn: async ({ signal }): Promise<MonthStats> => {
      const { stats } = await call(getStats, { from: String(from), to: String(to) }, { signal })
      return {
        depositSum: minorOf(stats.deposit_sum),
        withdrawSum: minorOf(stats.withdraw_sum),
        depositFee: minorOf(stats.deposit_fee),
        withdrawFee: minorOf(stats.withdraw_fee),
      }
    },
    refetchOnReconnect: true,
  })

/** Sums can exceed the limit of `parseMinor`. Other servers may send numbers. */
function minorOf(money: string | number | undefined): Minor {
  const [whole = '', decimals = ''] = (typeof money === 'number' ? money.toFixed(2) : (money ?? '0')).split('.')
  return BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
}

// Visible queries refetch now, the others when they are next shown.
listen('payments-confirmed', () => void askAgain(queryClient, STATS_KEY))

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
