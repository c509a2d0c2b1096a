import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import { dismissSignal } from './dismiss-signal.ts'
import { type RiskServices, rankAgents, readRiskAgent } from './rank-agents.ts'

export const riskRoutes = (services: RiskServices): OperatorRoute[] => [
  operatorRoute(contract.listRiskAgents, ({ input }) => rankAgents(services, input)),
  operatorRoute(contract.readRiskAgent, ({ input }) => readRiskAgent(services, input)),
  operatorRoute(contract.dismissRiskSignal, ({ input, actor }) => dismissSignal(services, input, actor)),
]
