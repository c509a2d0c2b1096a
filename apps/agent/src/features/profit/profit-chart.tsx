import { Donut, Money, Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { ProfitParts } from './profit-parts.tsx'
import { type ProfitViewProps, useProfitTexts } from './profit-view.ts'

/** A ring with the total in its middle, and what each part of it stands for below. */
export function ProfitChart({ profit, isLoading, currency }: ProfitViewProps) {
  const t = useTranslations('profit')
  const { total, deposits, payouts } = useProfitTexts(profit)
  return (
    <>
      <Donut
        label={t('chart_label', { deposits: deposits.amount, payouts: payouts.amount })}
        segments={[
          { key: 'deposits', tone: 'deposit', label: deposits.label, value: Number(profit?.deposits ?? 0n) },
          { key: 'payouts', tone: 'withdraw', label: payouts.label, value: Number(profit?.payouts ?? 0n) },
        ]}
      >
        <p className="text-sm text-ink-soft">{total.label}</p>
        {isLoading ? (
          <Skeleton className="my-1 h-5 w-32" />
        ) : (
          <Money amount={total.amount} currency={currency} size="lg" className="flex-wrap justify-center" />
        )}
        {profit?.total === 0n && <p className="mt-1 text-sm text-ink-soft">{t('empty')}</p>}
      </Donut>
      <ProfitParts deposits={deposits} payouts={payouts} isLoading={isLoading} currency={currency} />
    </>
  )
}
