import { Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useWords } from '../../platform/language/language.ts'
import { type MonthFigures, monthName } from './month-figures.ts'

interface MonthsTableProps {
  readonly months: readonly MonthFigures[]
  readonly isLoading: boolean
}

/** The exact sums, for the eye: screen readers have the table that belongs to the bars. */
export function MonthsTable({ months, isLoading }: MonthsTableProps) {
  const t = useTranslations()
  const { language } = useWords()
  return (
    <div aria-hidden="true" className="overflow-x-auto">
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead className="text-ink-soft">
          <tr>
            <th className="pb-2 text-start font-normal">{t('common.month')}</th>
            <th className="pb-2 ps-3 text-end font-normal">{t('statistics.deposits')}</th>
            <th className="pb-2 ps-3 text-end font-normal">{t('statistics.withdrawals')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, deposits, withdrawals }) => (
            <tr key={month.value} className="h-11 border-t border-line">
              <th className="text-start font-normal">{monthName(month, language)}</th>
              <Sum text={deposits.text} isLoading={isLoading} />
              <Sum text={withdrawals.text} isLoading={isLoading} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Sum({ text, isLoading }: { text: string; isLoading: boolean }) {
  return (
    <td className="ps-3 text-end font-semibold">
      {isLoading ? <Skeleton className="ms-auto h-4 w-20" /> : <bdi dir="ltr">{text}</bdi>}
    </td>
  )
}
