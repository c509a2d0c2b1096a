import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { refuseUnknown } from '../agents/known-agent.ts'
import { listTopups } from './list-topups.ts'
import { listRates } from './rates/list-rates.ts'
import { readTopupMethods } from './rates/read-topup-methods.ts'
import { returnRateToFeed } from './rates/return-rate-to-feed.ts'
import type { RateServices } from './rates/services.ts'
import { actOfSetRate, setRate } from './rates/set-rate.ts'

export const topupRoutes = (services: RateServices): OperatorRoute[] => [
  route(contract.listRates, () => listRates(services)),
  route(contract.setRate, (asked) => setRate(services, asked)),
  route(contract.returnRateToFeed, (asked) => returnRateToFeed(services, asked)),
  route(contract.readTopupMethods, async () => readTopupMethods(services)),
  route(contract.listAgentTopups, async ({ input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(services.db, agent_id)
    const page = { limit, before: cursor }
    const { list, has_more } = await listTopups(services.db, agent_id, page, services.tron.explorerUrl)
    return { list, next_cursor: has_more ? (list.at(-1)?.id ?? null) : null }
  }),
]

export const rateChanges = (services: RateServices) => ({ rate_set: actOfSetRate(services) })
