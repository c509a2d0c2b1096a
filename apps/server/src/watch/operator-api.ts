import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import type { Services } from '../platform/services.ts'
import * as charts from './charts/charts.ts'
import * as volumes from './charts/read-volumes.ts'
import { findAlerts } from './list-alerts.ts'
import { readToday } from './read-today.ts'
import { reportMonths } from './report-months.ts'
import { dismissSignal, rankAgents, readRiskAgent } from './risk/rank-agents.ts'

export const watchRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readToday, async () => ({ today: await readToday(services) })),
  route(contract.listAlerts, async () => ({ list: await findAlerts(services) })),
  route(contract.reportMonths, ({ db, input }) => reportMonths({ ...services, db }, input)),
  route(contract.chartNetworkVolumes, ({ db, input }) => volumes.readNetworkVolumes({ ...services, db }, input)),
  route(contract.chartChannelVolumes, ({ db, input }) => volumes.readChannelVolumes({ ...services, db }, input)),
  route(contract.chartPartnerVolumes, ({ db, input }) => volumes.readPartnerVolumes({ ...services, db }, input)),
  route(contract.chartAgentVolumes, ({ db, input }) =>
    charts.readAgentVolumes({ ...services, db }, input.agent_id, input.step),
  ),
  route(contract.chartAgentFloat, ({ db, input }) => charts.readFloat({ ...services, db }, input.agent_id)),
  route(contract.chartRefusals, ({ db, input }) => charts.readRefusals({ ...services, db }, input.channel)),
  route(contract.chartAgentRefusals, ({ db, input }) => charts.readAgentRefusals({ ...services, db }, input.agent_id)),
  route(contract.chartPartnerRefusals, ({ db, input }) => charts.readPartnerRefusals({ ...services, db }, input.code)),
  route(contract.chartWebhookDelays, ({ db, input }) => charts.readWebhookDelays({ ...services, db }, input.partner)),
  route(contract.listRiskAgents, ({ db, input }) => rankAgents({ ...services, db }, input)),
  route(contract.readRiskAgent, ({ input }) => readRiskAgent(services, input)),
  route(contract.dismissRiskSignal, ({ input, actor }) => dismissSignal(services, input, actor)),
]
