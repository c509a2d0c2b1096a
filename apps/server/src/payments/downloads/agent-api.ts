import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import type { FileServices } from './file-content.ts'
import { requestFile } from './request-file.ts'

export const fileRoutes = (services: FileServices): AgentRoute[] => [
  route(contract.requestFile, ({ agent, caller, input }) => requestFile(services, agent, caller, input)),
]
