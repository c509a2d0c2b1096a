import { neededAmount, receivedAmount, type Wallet, type WalletType } from '@cashbox/contract'

type Priced = Pick<Wallet, 'type' | 'rate' | 'offset_percent'>

/** How finely each coin can be divided. */
export const coinDecimals: Readonly<Record<WalletType, number>> = { tron: 6, 'perfect-money': 2 }

/** A field may hold "12." or ".5" while the agent types. */
export const plainAmount = (typed: string): string =>
  typed
    .replace(/\.$/, '')
    .replace(/^\./, '0.')
    .replace(/^0+(?=\d)/, '')

const withoutZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** What arrives for what is sent; empty where there is no answer. */
export const receivedFor = (typed: string, { rate, offset_percent }: Priced): string =>
  receivedAmount(plainAmount(typed), rate, offset_percent) ?? ''

/** What has to be sent for what should arrive; empty where there is no answer. */
export const neededFor = (typed: string, { type, rate, offset_percent }: Priced): string =>
  withoutZeros(neededAmount(plainAmount(typed), rate, offset_percent, coinDecimals[type]) ?? '')
