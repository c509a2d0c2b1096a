import { useSearchParams } from 'wouter'
import type { Month } from '../../platform/months.ts'
import { useMonths } from '../../platform/stats.ts'

const historyTypes = ['all', 'deposit', 'withdraw'] as const
type HistoryType = (typeof historyTypes)[number]

export interface HistoryFilter {
  readonly type: HistoryType
  readonly month: Month
}

/** What is shown is in the address, so that going back finds it again. */
export function useHistoryFilter() {
  const months = useMonths()
  const [params, setParams] = useSearchParams()
  const setParam = (name: 'type' | 'month', value: string, otherwise: string) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        if (value === otherwise) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const [current] = months
  const month = months.find(({ value }) => value === params.get('month')) ?? current
  return {
    months,
    month,
    type: historyTypes.find((known) => known === params.get('type')) ?? 'all',
    chooseType: (value: string) => setParam('type', value, 'all'),
    chooseMonth: (value: string) => setParam('month', value, current.value),
  }
}
