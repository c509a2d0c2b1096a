import {
  confirmPayment,
  getStats,
  hasBlock,
  listHistory,
  listPending,
  lookUpTransaction,
  mayConfirm,
} from '@cashbox/contract'
import { refusal } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/sessions.ts'
import { type AgentRoute, route } from '../admit-agent.ts'
import { createConfirmPayment, type PaymentServices } from './confirm-payment.ts'
import * as history from './list-history.ts'
import * as pending from './list-pending.ts'
import { lookUp } from './look-up-transaction.ts'
import { periodOf } from './period.ts'
import { sumPeriod } from './sum-period.ts'

export function paymentRoutes(services: PaymentServices): AgentRoute[] {
  const { db } = services
  return [
    route(confirmPayment, createConfirmPayment(services)),
    route(listPending, async ({ agent }) => {
      if (!mayConfirm(agent.status)) throw refusal('agent_not_active')
      return { list: await pending.listPending(db, services.clock, agent.agentId) }
    }),
    route(lookUpTransaction, async ({ agent, caller, input }) => ({
      transaction: await lookUp(services, agent, caller, input.transaction_id),
    })),
    route(listHistory, async ({ agent, input: { limit, offset, type, ...bounds } }) => {
      refuseBlocked(agent)
      const page = { limit, offset, type: type === undefined || type === 'all' ? null : type }
      return { list: await history.listHistory(db, agent.agentId, periodOf(bounds), page) }
    }),
    route(getStats, async ({ agent, input }) => {
      refuseBlocked(agent)
      return { stats: await sumPeriod(db, agent.agentId, periodOf(input)) }
    }),
  ]
}

function refuseBlocked({ status }: SignedIn) {
  if (hasBlock(status)) throw refusal('agent_not_active')
}
