import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import { readUser } from '../agents/read-user.ts'
import { orderPerfectMoney } from './perfect-money/orders.ts'
import { listDelayed, listTopups } from './topup.ts'
import { listWallets, type WalletServices } from './wallets.ts'

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
