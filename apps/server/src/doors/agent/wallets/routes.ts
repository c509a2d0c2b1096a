import * as contract from '@cashbox/contract'
import { readUser } from '../../../domain/agents/read-user.ts'
import { listTopups } from '../../../domain/topups/list-topups.ts'
import { type AgentRoute, route } from '../admit-agent.ts'
import { listDelayed } from './list-delayed.ts'
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
