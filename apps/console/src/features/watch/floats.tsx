import type { Today } from '@cashbox/contract/operator'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { formatWhole } from '../../platform/formats.ts'
import { Amount } from '../../platform/values.tsx'
import { Nothing, WatchSection } from './watch-section.tsx'

type Float = Today['floats'][number]

/** What agents have, and what the network has lent them. */
export function Floats({ today: { floats } }: { today: Today }) {
  const t = useTranslations('watch.floats')
  const columns = useColumns()
  return (
    <WatchSection id="floats" title={t('title')} text={t('text')}>
      {floats.length === 0 ? (
        <Nothing text={t('none')} />
      ) : (
        <DataTable label={t('title')} columns={columns} rows={floats} keyOf={({ currency_code }) => currency_code} />
      )}
    </WatchSection>
  )
}

function useColumns(): readonly TableColumn<Float>[] {
  const t = useTranslations('watch.floats')
  const count = (of: 'below_zero' | 'low_float', tone: string): TableColumn<Float> => ({
    id: of,
    header: t(of),
    cell: (row) => <span className={row[of] > 0 ? tone : 'text-ink-soft'}>{formatWhole(row[of])}</span>,
    isFigure: true,
  })
  return [
    {
      id: 'currency',
      header: t('currency'),
      cell: ({ currency_code, agents }) => (
        <span className="inline-grid">
          <span className="font-semibold">{currency_code}</span>
          <span className="text-sm text-ink-soft">{t('agents', { count: agents })}</span>
        </span>
      ),
    },
    { id: 'balance', header: t('balance'), cell: ({ balance }) => <Amount amount={balance} />, isFigure: true },
    count('below_zero', 'font-semibold text-danger'),
    count('low_float', 'font-semibold text-pending'),
    {
      id: 'credit',
      header: t('credit_used'),
      cell: ({ credit_used, credit_lines }) => (
        <span className="inline-grid justify-items-end">
          <Amount amount={credit_used} />
          <span className="text-sm text-ink-soft">
            {t('credit_of')} <Amount amount={credit_lines} />
          </span>
        </span>
      ),
      isFigure: true,
    },
    {
      id: 'commission',
      header: t('commission'),
      cell: ({ commission }) => <Amount amount={commission} />,
      isFigure: true,
    },
  ]
}
