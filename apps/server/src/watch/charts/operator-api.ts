import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import type { Services } from '../../platform/services.ts'
import {
  readAgentRefusals,
  readAgentVolumes,
  readFloat,
  readPartnerRefusals,
  readRefusals,
  readWebhookDelays,
} from './charts.ts'
import { readChannelVolumes, readNetworkVolumes, readPartnerVolumes } from './read-volumes.ts'

export const chartRoutes = (services: Services): OperatorRoute[] => [
  route(contract.chartNetworkVolumes, ({ input }) => readNetworkVolumes(services, input)),
  route(contract.chartChannelVolumes, ({ input }) => readChannelVolumes(services, input)),
  route(contract.chartPartnerVolumes, ({ input }) => readPartnerVolumes(services, input)),
  route(contract.chartAgentVolumes, ({ input }) => readAgentVolumes(services, input.agent_id, input.step)),
  route(contract.chartAgentFloat, ({ input }) => readFloat(services, input.agent_id)),
  route(contract.chartRefusals, ({ input }) => readRefusals(services, input.channel)),
  route(contract.chartAgentRefusals, ({ input }) => readAgentRefusals(services, input.agent_id)),
  route(contract.chartPartnerRefusals, ({ input }) => readPartnerRefusals(services, input.code)),
  route(contract.chartWebhookDelays, ({ input }) => readWebhookDelays(services, input.partner)),
]
