import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { listRates } from './list-rates.ts'
import { readTopupMethods } from './read-topup-methods.ts'
import { returnRateToFeed } from './return-rate-to-feed.ts'
import type { RateServices } from './services.ts'
import { actOfSetRate, setRate } from './set-rate.ts'

export const rateRoutes = (services: RateServices): OperatorRoute[] => [
  route(contract.listRates, () => listRates(services)),
  route(contract.setRate, (asked) => setRate(services, asked)),
  route(contract.returnRateToFeed, (asked) => returnRateToFeed(services, asked)),
  route(contract.readTopupMethods, async () => readTopupMethods(services)),
]

export const rateChanges = (services: RateServices) => ({ rate_set: actOfSetRate(services) })
