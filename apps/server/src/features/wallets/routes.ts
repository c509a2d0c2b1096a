import * as contract from '@cashbox/contract'
import { readUser } from '../../agents/read-user.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { listWallets } from './list-wallets.ts'
import { orderPerfectMoney } from './order-perfect-money.ts'
import type { WalletServices } from './services.ts'

export const walletRoutes = (services: WalletServices): Route[] => [
  route(contract.getWallets, async ({ agent }) => ({ wallets: await listWallets(services, agent) })),
  route(contract.checkWallets, async ({ agent }) => ({ user: await readUser(services.db, agent.agentId) })),
  route(contract.orderPerfectMoney, ({ agent, input }) => orderPerfectMoney(services, agent, input.amount)),
]
