import { OTHER_TOKEN } from '@cashbox/contract'
import type { MoneyRequest } from '@cashbox/contract/operator'
import { Money, type MoneyProps } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/values/formats.ts'

interface CoinAmountProps extends Pick<MoneyProps, 'size'> {
  readonly amount: string
  readonly asset: string
}

interface RequestAmountProps extends Pick<MoneyProps, 'size'> {
  readonly request: MoneyRequest
}

/** Unformatted: a coin keeps all its decimals. */
export function CoinAmount({ amount, asset, size = 'sm' }: CoinAmountProps) {
  const t = useTranslations('money')
  return <Money size={size} amount={amount} currency={asset === OTHER_TOKEN ? t('unknown_token') : asset} />
}

export function RequestAmount({ request: { kind, amount, asset }, size = 'sm' }: RequestAmountProps) {
  if (kind === 'topup_return') return <CoinAmount amount={amount} asset={asset} size={size} />
  if (kind !== 'adjustment') return <Money size={size} amount={formatMoney(amount)} currency={asset} />
  const isTaken = amount.startsWith('-')
  return (
    <Money
      size={size}
      sign={isTaken ? '−' : '+'}
      amount={formatMoney(isTaken ? amount.slice(1) : amount)}
      currency={asset}
    />
  )
}
