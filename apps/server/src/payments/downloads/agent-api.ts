import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import type { Services } from '../../platform/services.ts'
import { downloadFile, requestFile } from './request-file.ts'

export const fileRoutes = (services: Services): AgentRoute[] => [
  route(contract.requestFile, ({ agent, caller, input }) => requestFile(services, agent, caller, input)),
  route(contract.downloadFile, ({ input, noteAgent }) => downloadFile(services, input.token, noteAgent)),
]
