import { askAgain } from '@cashbox/client/query-client'
import { getStats, type Minor } from '@cashbox/contract'
import { queryOptions } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { listen } from './events.ts'
import { useWords } from './language/language.ts'
import { queryClient } from './live/queries.ts'
import { lastMonths, type Month } from './time/calendar.ts'

/** What an agent moved and earned in a month. */
export interface MonthStats {
  readonly depositSum: Minor
  readonly withdrawSum: Minor
  readonly depositFee: Minor
  readonly withdrawFee: Minor
}

const statsKeys = {
  all: ['stats'] as const,
  month: ({ from, to }: Pick<Month, 'from' | 'to'>) => [...statsKeys.all, from, to] as const,
}

/** One answer for all who show the same month. */
export const monthStats = ({ from, to }: Pick<Month, 'from' | 'to'>) =>
  queryOptions({
    queryKey: statsKeys.month({ from, to }),
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

/** A sum may be longer than an amount that a person can enter. Other servers may send it as a number. */
function minorOf(money: string | number | undefined): Minor {
  const [whole = '', decimals = ''] = (typeof money === 'number' ? money.toFixed(2) : (money ?? '0')).split('.')
  return BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
}

// What is on screen is asked again at once, the rest when it is next shown.
listen('payments-confirmed', () => void askAgain(queryClient, statsKeys.all))

/** The months to choose from, newest first, named in the chosen language. */
export function useMonths(): readonly [current: Month, ...earlier: Month[]] {
  const { language } = useWords()
  const now = useSyncExternalStore(onWake, currentMonth)
  return useMemo(() => {
    const [current, ...earlier] = lastMonths(new Date(now), language)
    if (!current) throw new Error('there is always a current month')
    return [current, ...earlier]
  }, [now, language])
}

const currentMonth = () => new Date().toISOString().slice(0, 7)

// A phone may sleep in one month and be taken out of the pocket in the next.
function onWake(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
