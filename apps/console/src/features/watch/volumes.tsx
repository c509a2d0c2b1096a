import type { Today } from '@cashbox/contract/operator'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { CountedAmount } from '../../platform/counted-amount.tsx'
import { Amount } from '../../platform/values.tsx'
import { Nothing, WatchSection } from './watch-section.tsx'

type Volume = Today['volumes'][number]

/** What moved today, by currency. */
export function Volumes({ today: { day, volumes } }: { today: Today }) {
  const t = useTranslations('watch.volumes')
  const columns = useColumns()
  return (
    <WatchSection id="volumes" title={t('title')} text={t('day', { day })}>
      {volumes.length === 0 ? (
        <Nothing text={t('none')} />
      ) : (
        <DataTable label={t('title')} columns={columns} rows={volumes} keyOf={({ currency_code }) => currency_code} />
      )}
    </WatchSection>
  )
}

function useColumns(): readonly TableColumn<Volume>[] {
  const t = useTranslations('watch.volumes')
  return [
    {
      id: 'currency',
      header: t('currency'),
      cell: ({ currency_code }) => <span className="font-semibold">{currency_code}</span>,
    },
    {
      id: 'deposits',
      header: t('deposits'),
      cell: ({ deposits }) => <CountedAmount {...deposits} />,
      isFigure: true,
    },
    {
      id: 'withdrawals',
      header: t('withdrawals'),
      cell: ({ withdrawals }) => <CountedAmount {...withdrawals} />,
      isFigure: true,
    },
    { id: 'fees', header: t('fees'), cell: ({ fees }) => <Amount amount={fees} />, isFigure: true },
    { id: 'topups', header: t('topups'), cell: ({ topups }) => <CountedAmount {...topups} />, isFigure: true },
  ]
}
