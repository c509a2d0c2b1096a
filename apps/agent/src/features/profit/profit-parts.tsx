import { Money, Skeleton } from '@cashbox/ui'

interface Part {
  readonly label: string
  readonly amount: string
}

interface ProfitPartsProps {
  readonly deposits: Part
  readonly payouts: Part
  readonly isLoading: boolean
  readonly currency: string
}

/** What the total is made of. */
export function ProfitParts({ deposits, payouts, ...rest }: ProfitPartsProps) {
  return (
    <dl className="grid gap-4">
      <ProfitPart dot="bg-deposit" {...deposits} {...rest} />
      <ProfitPart dot="bg-withdraw" {...payouts} {...rest} />
    </dl>
  )
}

interface ProfitPartProps extends Part {
  readonly dot: string
  readonly isLoading: boolean
  readonly currency: string
}

function ProfitPart({ dot, label, amount, isLoading, currency }: ProfitPartProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <span aria-hidden className={`size-3 rounded-full ${dot}`} />
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="col-start-2 flex min-h-6 items-center">
        {isLoading ? <Skeleton className="h-5 w-32" /> : <Money amount={amount} currency={currency} />}
      </dd>
    </div>
  )
}
