import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { dismissSignal } from './dismiss-signal.ts'
import { rankAgents } from './rank-agents.ts'
import { readRiskAgent } from './read-risk-agent.ts'
import type { RiskServices } from './services.ts'

export const riskRoutes = (services: RiskServices): OperatorRoute[] => [
  route(contract.listRiskAgents, ({ input }) => rankAgents(services, input)),
  route(contract.readRiskAgent, ({ input }) => readRiskAgent(services, input)),
  route(contract.dismissRiskSignal, ({ input, actor }) => dismissSignal(services, input, actor)),
]
