import { useTranslations } from 'use-intl'
import { formatMoney, formatPercent } from '../../platform/formats.ts'
import type { Profit } from './profit.ts'

export interface ProfitViewProps {
  /** Missing while it is loading, and after that failed. */
  readonly profit: Profit | undefined
  readonly isLoading: boolean
  readonly currency: string
}

// A zero would be a lie where nothing is known.
const UNKNOWN = '—'

/** The three figures in words. */
export function useProfitTexts(profit: Profit | undefined) {
  const t = useTranslations('profit')
  const money = (amount: bigint | undefined) => (amount === undefined ? UNKNOWN : formatMoney(amount))
  const percent = (share: number | undefined) => (share === undefined ? UNKNOWN : formatPercent(share))
  return {
    total: { label: t('total'), amount: money(profit?.total) },
    deposits: {
      label: t('deposits', { percent: percent(profit?.depositsPercent) }),
      amount: money(profit?.deposits),
    },
    payouts: { label: t('payouts', { percent: percent(profit?.payoutsPercent) }), amount: money(profit?.payouts) },
  }
}
