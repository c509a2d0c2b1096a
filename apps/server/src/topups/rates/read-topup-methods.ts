import type { OutputOf } from '@cashbox/contract'
import type { readTopupMethods as call } from '@cashbox/contract/operator'
import type { RateServices } from './services.ts'

/** What the configuration says, without its secrets. */
export const readTopupMethods = ({ tron, perfectMoney }: RateServices): OutputOf<typeof call> => ({
  tron: tron.isOn
    ? {
        network: tron.network,
        chain: tron.chain,
        contract: tron.usdt,
        provider_count: tron.providers.length,
        minimum_deposit: tron.minimumDeposit,
        offset_percent: tron.offsetPercent,
        small_sums: tron.smallSums,
      }
    : null,
  perfect_money: perfectMoney && {
    account: perfectMoney.account,
    units: perfectMoney.units,
    minimum_deposit: perfectMoney.minimumDeposit,
    offset_percent: perfectMoney.offsetPercent,
    reads_history: perfectMoney.history !== null,
  },
})
