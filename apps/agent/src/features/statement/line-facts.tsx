import type { StatementDetail } from '@cashbox/contract'
import { Money, Row, RowGroup } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'

/** When it was, why, and the balance before and after it. */
export function LineFacts({ line }: { line: StatementDetail }) {
  const t = useTranslations('statement')
  const { at, reason, paid_to, balance_before, balance, currency_code } = line
  return (
    <RowGroup>
      <Row label={t('at')} value={<Moment seconds={at} />} />
      {reason !== null && <Row label={t('reason')} value={<span dir="auto">{reason}</span>} />}
      {paid_to !== null && <Row label={t('paid_to')} value={<bdi>{paid_to}</bdi>} />}
      <Row
        label={t('before')}
        value={<Money size="sm" className="text-ink" amount={formatMoney(balance_before)} currency={currency_code} />}
      />
      <Row
        label={t('after')}
        value={<Money size="sm" className="text-ink" amount={formatMoney(balance)} currency={currency_code} />}
      />
    </RowGroup>
  )
}
