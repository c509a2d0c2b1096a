import type { Wallet } from '@cashbox/contract'
import { Row, RowGroup } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { formatExact, formatMoney, formatPercent } from '../../platform/time/formats.ts'

/** Minimum, offset and rate: what both ways to top up have in common. */
export function WalletFacts({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('deposit')
  const currency = useUser().channel.currency_code
  const { coin, min_deposit, offset_percent, rate } = wallet
  return (
    <RowGroup>
      <Row label={t('minimum')} value={<Figure>{`${formatMoney(min_deposit)} ${coin}`}</Figure>} />
      <Row label={t('offset')} value={<Figure>{formatPercent(Number(offset_percent))}</Figure>} />
      <Row label={t('rate', { coin, currency })} value={<Figure>{formatExact(rate)}</Figure>} />
    </RowGroup>
  )
}

const Figure = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="font-semibold tabular-nums text-ink">
    {children}
  </bdi>
)
