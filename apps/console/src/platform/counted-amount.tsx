import { useTranslations } from 'use-intl'
import { formatWhole } from './formats.ts'
import { Amount } from './values.tsx'

interface CountedAmountProps {
  readonly count: number
  readonly sum: string
}

/** A sum, and how many made it up. */
export function CountedAmount({ count, sum }: CountedAmountProps) {
  const t = useTranslations('common')
  if (count === 0) return <span className="text-ink-soft">–</span>
  return (
    <span className="inline-grid justify-items-end">
      <Amount amount={sum} />
      <span className="text-sm text-ink-soft">
        <span aria-hidden>× {formatWhole(count)}</span>
        <span className="sr-only">{t('count', { count })}</span>
      </span>
    </span>
  )
}
