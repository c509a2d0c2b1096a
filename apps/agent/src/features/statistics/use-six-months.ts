import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type MonthStats, monthStats, useMonths } from '../../platform/stats.ts'
import { figuresOf } from './month-figures.ts'

/** The last six months, oldest first, all asked for at once. */
export function useSixMonths() {
  const newestFirst = useMonths()
  const months = useMemo(() => newestFirst.toReversed(), [newestFirst])
  const { stats, ...state } = useQueries({ queries: months.map((month) => monthStats(month)), combine })
  return { ...state, months: months.map((month, index) => figuresOf(month, stats[index])) }
}

function combine(results: UseQueryResult<MonthStats>[]) {
  const failed = results.filter(({ isError }) => isError)
  return {
    stats: results.map(({ data }) => data),
    isLoading: results.some(({ isPending }) => isPending),
    isEmpty: results.every(({ data }) => data?.depositSum === 0n && data.withdrawSum === 0n),
    isRetrying: failed.some(({ isFetching }) => isFetching),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
