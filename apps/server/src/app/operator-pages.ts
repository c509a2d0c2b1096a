import { operatorApi } from '@cashbox/contract/operator'
import type { Database } from '@cashbox/postgres/database'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import { admitOperator, type OperatorRoute } from '../access/admit-operator.ts'
import { bulkRoutes, type RowActs } from '../access/bulk-acts.ts'
import { mapRoutes } from '../agents/map/operator-api.ts'
import { agentBulkActs, agentChanges, agentRoutes } from '../agents/operator-api.ts'
import { type Executors, executorsOf } from '../approvals/decide-request.ts'
import type { ChangeHandlers } from '../approvals/kinds.ts'
import { approvalBulkActs, approvalRoutes } from '../approvals/operator-api.ts'
import { exportRoutes } from '../console-tools/exports/operator-api.ts'
import { listViewRoutes } from '../console-tools/list-views/operator-api.ts'
import { commissionBulkActs } from '../money/due-commissions.ts'
import { moneyExecutors } from '../money/move-money.ts'
import { moneyChanges, moneyRoutes } from '../money/operator-api.ts'
import { operatorChanges, operatorRoutes } from '../operators/operator-api.ts'
import { partnerChanges, partnerRoutes } from '../partners/operator-api.ts'
import { channelChanges, channelRoutes } from '../payments/channels/operator-api.ts'
import { transactionBulkActs, transactionRoutes } from '../payments/transactions/operator-api.ts'
import { bindApi } from '../platform/http/bind-api.ts'
import type { Services } from '../platform/services.ts'
import { settingRoutes, textChanges } from '../texts/operator-api.ts'
import { rateChanges, topupRoutes } from '../topups/operator-api.ts'
import { alertChanges, alertRoutes } from '../watch/alerts/operator-api.ts'
import { checklistRoutes } from '../watch/checklist/operator-api.ts'
import { watchRoutes } from '../watch/operator-api.ts'

export function operatorPages(services: Services, replica: Database): FastifyPluginAsync {
  const calls = operatorApi.map((call) => [call, call.roles] as const)
  const lists = routesOf(services)
  const routes = [...lists, ...exportRoutes(services, lists)]
  return async (api) => {
    await api.register(cookie)
    await api.register(bindApi(calls, routes, admitOperator(services), { db: services.db, replica }))
  }
}

function routesOf(services: Services): OperatorRoute[] {
  const changes: ChangeHandlers = {
    ...rateChanges(services),
    ...agentChanges(services),
    ...operatorChanges(services),
    ...partnerChanges(services),
    ...channelChanges,
    ...alertChanges,
    ...textChanges,
    ...moneyChanges,
  }
  const executors: Executors = { ...executorsOf(changes), ...moneyExecutors(services) }
  const acts: RowActs = {
    ...agentBulkActs(services),
    ...approvalBulkActs(executors),
    ...transactionBulkActs,
    ...commissionBulkActs(services),
  }
  return [
    ...operatorRoutes(services),
    ...moneyRoutes(services),
    ...agentRoutes(services),
    ...transactionRoutes(services),
    ...channelRoutes(services),
    ...partnerRoutes(services),
    ...topupRoutes(services),
    ...approvalRoutes(services, executors),
    ...settingRoutes(services),
    ...checklistRoutes(services),
    ...watchRoutes(services),
    ...alertRoutes(services),
    ...mapRoutes(services),
    ...listViewRoutes(services),
    ...bulkRoutes(services, acts),
  ]
}
