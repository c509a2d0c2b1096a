import { Money, Skeleton } from '@cashbox/ui'
import { ProfitParts } from './profit-parts.tsx'
import { type ProfitViewProps, useProfitTexts } from './profit-view.ts'

/** The three figures alone. */
export function ProfitFigures({ profit, isLoading, currency }: ProfitViewProps) {
  const { total, deposits, payouts } = useProfitTexts(profit)
  return (
    <>
      <dl className="border-b border-line pb-5">
        <dt className="text-sm text-ink-soft">{total.label}</dt>
        <dd className="flex min-h-9 items-center">
          {isLoading ? (
            <Skeleton className="h-7 w-48" />
          ) : (
            <Money amount={total.amount} currency={currency} size="xl" className="flex-wrap" />
          )}
        </dd>
      </dl>
      <ProfitParts deposits={deposits} payouts={payouts} isLoading={isLoading} currency={currency} />
    </>
  )
}
