import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { refuseUnknown } from '../agents/read-agent.ts'
import { changeRoute } from '../approvals/apply-or-request.ts'
import type { Services } from '../platform/services.ts'
import { applyRateChange, findPair, listRates, readTopupMethods, returnRateToFeed, toRate } from './rates/rate-pair.ts'
import { listTopups } from './topup.ts'

export const topupRoutes = (services: Services): OperatorRoute[] => [
  route(contract.listRates, ({ db }) => listRates({ ...services, db })),
  changeRoute(services, 'rate_set', applyRateChange(services), async (input) => ({
    rate: toRate(await findPair(services, services.db, input), services),
  })),
  route(contract.returnRateToFeed, (request) => returnRateToFeed(services, request)),
  route(contract.readTopupMethods, async () => readTopupMethods(services)),
  route(contract.listAgentTopups, async ({ db, input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(db, agent_id)
    const page = { limit, before: cursor }
    const { list, has_more } = await listTopups(db, agent_id, page, services.config.tron.explorerUrl)
    return { list, next_cursor: has_more ? (list.at(-1)?.id ?? null) : null }
  }),
]

export const rateChanges = (services: Services) => ({ rate_set: applyRateChange(services) })
