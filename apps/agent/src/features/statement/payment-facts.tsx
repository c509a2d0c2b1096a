import type { StatementDetail } from '@cashbox/contract'
import { Button, CopyButton, Money, Row, RowGroup } from '@cashbox/ui'
import { ReceiptText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { emit } from '../../platform/events.ts'
import { formatMoney, formatPercent } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import { notify } from '../../platform/toasts.ts'

type Payment = NonNullable<StatementDetail['payment']>

/** The player's transaction behind a confirmation or its reversal. */
export function PaymentFacts({ payment, currency }: { payment: Payment; currency: string }) {
  const t = useTranslations()
  const { transaction_id, reversed_at, reversal_reason } = payment
  return (
    <>
      <RowGroup title={t('statement.payment')}>
        <Row
          label={t('history.transaction_id')}
          value={
            <bdi dir="ltr" className="font-mono text-ink">
              {transaction_id}
            </bdi>
          }
          action={
            <CopyButton
              label={t('statement.copy_id')}
              copiedLabel={t('common.copied')}
              text={transaction_id}
              onCopied={() => notify('success', t('common.copied'))}
              onFailed={() => notify('error', t('common.copy_failed'))}
            />
          }
        />
        <Row label={t('statement.type')} value={t(`history.${payment.type}`)} />
        <Row label={t('history.player')} value={<bdi>{payment.customer_id}</bdi>} />
        <Row
          label={t('history.amount')}
          value={<Money size="sm" className="text-ink" amount={formatMoney(payment.amount)} currency={currency} />}
        />
        <Row
          label={t('statement.fee_rate', { percent: formatPercent(Number(payment.fee_percent)) })}
          value={<Money size="sm" className="text-ink" amount={formatMoney(payment.fee)} currency={currency} />}
        />
        <Row label={t('history.finished')} value={<Moment seconds={payment.finished_at} />} />
        {reversed_at !== null && <Row label={t('history.reversed')} value={<Moment seconds={reversed_at} />} />}
        {reversal_reason !== null && (
          <Row label={t('statement.reversal_reason')} value={<span dir="auto">{reversal_reason}</span>} />
        )}
      </RowGroup>
      <Button
        variant="secondary"
        isWide
        icon={<ReceiptText aria-hidden className="size-5" />}
        onClick={() => emit('receipt-wanted', transaction_id)}
      >
        {t('payment.receipt')}
      </Button>
    </>
  )
}
