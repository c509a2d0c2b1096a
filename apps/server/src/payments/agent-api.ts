import * as contract from '@cashbox/contract'
import { type AgentRoute, refuseBlocked, route, routeByToken } from '../access/admit-agent.ts'
import { periodOf } from '../balances/period.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { type Confirming, createConfirmPayment } from './confirm-payment.ts'
import * as history from './history.ts'
import { lookUp } from './look-up-transaction.ts'
import * as players from './player-deposits.ts'
import * as receipts from './receipts/receipt.ts'

export function paymentRoutes(services: Services, confirming: Confirming): AgentRoute[] {
  const { db } = services
  const askAboutPlayer = players.createCheckPlayer(services)
  return [
    routeByToken(createConfirmPayment(services, confirming)),
    route(contract.listPending, async ({ agent }) => {
      if (!contract.mayConfirm(agent.status)) throw refusal('agent_not_active')
      return { list: await history.listPending(db, services.clock, agent.agentId) }
    }),
    route(contract.lookUpTransaction, async ({ agent, caller, input }) => ({
      transaction: await lookUp(services, confirming.refusals, agent, caller, input),
    })),
    route(contract.listPlayerPartners, ({ agent }) => players.listPlayerPartners(db, agent.agentId)),
    route(contract.checkPlayer, ({ agent, input }) => askAboutPlayer(agent, input)),
    route(contract.depositForPlayer, (request) => players.depositForPlayer(services, confirming.refusals, request)),
    route(contract.listHistory, async ({ agent, input: { limit, offset, type, ...bounds } }) => {
      refuseBlocked(agent)
      const page = { limit, offset, type: type === undefined || type === 'all' ? null : type }
      return { list: await history.listHistory(db, agent.agentId, periodOf(bounds), page) }
    }),
    route(contract.issueReceipt, async ({ agent, input }) => {
      refuseBlocked(agent)
      return { receipt: await receipts.issueReceipt(services, agent.agentId, input.transaction_id) }
    }),
    route(contract.searchHistory, async ({ agent, input: { search, limit, cursor, type, ...bounds } }) => {
      refuseBlocked(agent)
      const request = { search, period: periodOf(bounds), type: type === undefined || type === 'all' ? null : type }
      return history.findPayments(db, agent.agentId, { ...request, limit, cursor })
    }),
    route(contract.getStats, async ({ agent, input }) => {
      refuseBlocked(agent)
      return { stats: await history.sumPeriod(db, agent.agentId, periodOf(input)) }
    }),
  ]
}
