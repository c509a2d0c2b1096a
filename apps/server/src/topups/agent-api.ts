import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import { readUser } from '../agents/read-user.ts'
import { listDelayed } from './list-delayed.ts'
import { listTopups } from './list-topups.ts'
import { listWallets } from './list-wallets.ts'
import { orderPerfectMoney } from './order-perfect-money.ts'
import type { WalletServices } from './services.ts'

export const walletRoutes = (services: WalletServices): AgentRoute[] => [
  route(contract.getWallets, async ({ agent }) => ({ wallets: await listWallets(services, agent) })),
  route(contract.checkWallets, async ({ agent }) => {
    if (!agent.isDemo) await services.checkNow(agent.agentId)
    return { user: await readUser(services.db, agent.agentId) }
  }),
  route(contract.orderPerfectMoney, ({ agent, input }) => orderPerfectMoney(services, agent, input.amount)),
  route(contract.listTopups, async ({ agent, input }) => ({
    ...(await listTopups(services.db, agent.agentId, input, services.tron.explorerUrl)),
    delayed: await listDelayed(services),
  })),
]
