import type { Topup } from '@cashbox/contract'
import { Money, Row, RowGroup } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { formatExact } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'

/** What was sent, and at which rate it was credited. */
export function TopupFacts({ topup }: { topup: Topup }) {
  const t = useTranslations('statement')
  const { type, sent, coin, rate, offset_percent, reference, note, seen_at, currency_code } = topup
  return (
    <RowGroup title={t('kinds.top_up')}>
      <Row label={t('method')} value={t(`rails.${type}`)} />
      <Row
        label={t('sent')}
        value={<Money size="sm" className="text-ink" amount={formatExact(sent)} currency={coin} />}
      />
      {rate !== null && currency_code !== null && (
        <Row
          label={t('rate', { coin })}
          value={<Money size="sm" className="text-ink" amount={formatExact(rate)} currency={currency_code} />}
        />
      )}
      {offset_percent !== null && <Row label={t('offset')} value={<bdi dir="ltr">{offset_percent}%</bdi>} />}
      <Row
        label={t('reference')}
        value={
          <bdi dir="ltr" className="font-mono text-sm text-ink">
            {reference}
          </bdi>
        }
      />
      <Row label={t('seen')} value={<Moment seconds={seen_at} />} />
      {note !== null && <Row label={t('note')} value={<span dir="auto">{note}</span>} />}
    </RowGroup>
  )
}
