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
  route(contract.chartNetworkVolumes, ({ db, input }) => readNetworkVolumes({ ...services, db }, input)),
  route(contract.chartChannelVolumes, ({ db, input }) => readChannelVolumes({ ...services, db }, input)),
  route(contract.chartPartnerVolumes, ({ db, input }) => readPartnerVolumes({ ...services, db }, input)),
  route(contract.chartAgentVolumes, ({ db, input }) =>
    readAgentVolumes({ ...services, db }, input.agent_id, input.step),
  ),
  route(contract.chartAgentFloat, ({ db, input }) => readFloat({ ...services, db }, input.agent_id)),
  route(contract.chartRefusals, ({ db, input }) => readRefusals({ ...services, db }, input.channel)),
  route(contract.chartAgentRefusals, ({ db, input }) => readAgentRefusals({ ...services, db }, input.agent_id)),
  route(contract.chartPartnerRefusals, ({ db, input }) => readPartnerRefusals({ ...services, db }, input.code)),
  route(contract.chartWebhookDelays, ({ db, input }) => readWebhookDelays({ ...services, db }, input.partner)),
]
