import { type Channel, type ChannelFee, cancelChannelFees } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { percentOf } from '../../platform/percent.ts'
import { useMay } from '../../platform/roles.ts'
import { When } from '../../platform/values.tsx'
import { FeeBadge } from './channel-badges.tsx'

interface FeeTableProps {
  readonly channel: Channel
  readonly onDrop: (fee: ChannelFee) => void
}

/** What will count, what counts and what has counted, the latest first. */
export function FeeTable({ channel, onDrop }: FeeTableProps) {
  const t = useTranslations('channels.fees')
  return (
    <DataTable
      label={t('table')}
      columns={useColumns(onDrop)}
      rows={channel.fees}
      keyOf={({ valid_from }) => String(valid_from)}
    />
  )
}

function useColumns(onDrop: FeeTableProps['onDrop']): readonly TableColumn<ChannelFee>[] {
  const t = useTranslations('channels')
  const mayDrop = useMay(cancelChannelFees)
  const drop: TableColumn<ChannelFee> = {
    id: 'drop',
    header: t('fees.action'),
    cell: (fee) =>
      fee.state === 'future' && (
        <Button variant="secondary" onClick={() => onDrop(fee)}>
          {t('acts.cancel_fees.button')}
        </Button>
      ),
    isFigure: true,
  }
  return [
    { id: 'state', header: t('fees.state'), cell: ({ state }) => <FeeBadge state={state} /> },
    { id: 'counts', header: t('fees.counts'), cell: (fee) => <Span fee={fee} /> },
    {
      id: 'deposit',
      header: t('fees.deposits'),
      cell: ({ deposit_fee_bp }) => `${percentOf(deposit_fee_bp)} %`,
      isFigure: true,
    },
    {
      id: 'withdraw',
      header: t('fees.withdrawals'),
      cell: ({ withdraw_fee_bp }) => `${percentOf(withdraw_fee_bp)} %`,
      isFigure: true,
    },
    ...(mayDrop ? [drop] : []),
  ]
}

/** From when until when. */
function Span({ fee: { valid_from, valid_until } }: { fee: ChannelFee }) {
  const t = useTranslations('channels.fees')
  return (
    <span className="grid">
      <span>
        {valid_from === null ? (
          t('beginning')
        ) : (
          <>
            {t('from')} <When seconds={valid_from} />
          </>
        )}
      </span>
      {valid_until !== null && (
        <span className="text-ink-soft">
          {t('until')} <When seconds={valid_until} />
        </span>
      )}
    </span>
  )
}
