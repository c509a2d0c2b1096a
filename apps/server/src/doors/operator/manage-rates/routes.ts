import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { handRateBack } from './hand-rate-back.ts'
import { listRates } from './list-rates.ts'
import { readWalletFacts } from './read-wallet-facts.ts'
import type { RateServices } from './services.ts'
import { setRate } from './set-rate.ts'

export const rateRoutes = (services: RateServices): OperatorRoute[] => [
  route(contract.listRates, () => listRates(services)),
  route(contract.setRate, (asked) => setRate(services, asked)),
  route(contract.handRateBack, (asked) => handRateBack(services, asked)),
  route(contract.readWalletFacts, async () => readWalletFacts(services)),
]
