import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import type { Services } from '../../platform/services.ts'
import { dismissSignal, rankAgents, readRiskAgent } from './rank-agents.ts'

export const riskRoutes = (services: Services): OperatorRoute[] => [
  route(contract.listRiskAgents, ({ db, input }) => rankAgents({ ...services, db }, input)),
  route(contract.readRiskAgent, ({ input }) => readRiskAgent(services, input)),
  route(contract.dismissRiskSignal, ({ input, actor }) => dismissSignal(services, input, actor)),
]
