import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import { readUser } from '../agents/read-user.ts'
import type { Services } from '../platform/services.ts'
import { orderPerfectMoney } from './perfect-money/orders.ts'
import { listDelayed, listTopups } from './topup.ts'
import { checkNow } from './tron/check-addresses.ts'
import { createTronWatch } from './tron/tron-watch.ts'
import { listWallets } from './wallets.ts'

export function walletRoutes(services: Services): AgentRoute[] {
  const watch = createTronWatch(services)
  return [
    route(contract.getWallets, async ({ agent }) => ({ wallets: await listWallets(services, agent) })),
    route(contract.checkWallets, async ({ agent }) => {
      if (!agent.isDemo && services.config.tron.isOn) await checkNow(watch, agent.agentId)
      return { user: await readUser(services.db, agent.agentId) }
    }),
    route(contract.orderPerfectMoney, ({ agent, input }) => orderPerfectMoney(services, agent, input.amount)),
    route(contract.listTopups, async ({ agent, input }) => ({
      ...(await listTopups(services.db, agent.agentId, input, services.config.tron.explorerUrl)),
      delayed: await listDelayed(services),
    })),
  ]
}
