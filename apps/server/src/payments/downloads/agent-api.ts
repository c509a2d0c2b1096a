import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import type { OpenFiles } from '../../platform/files/open-files.ts'
import type { Services } from '../../platform/services.ts'
import { requestFile } from './request-file.ts'

export const fileRoutes = (services: Services, open: OpenFiles): AgentRoute[] => [
  route(contract.requestFile, ({ agent, caller, input }) => requestFile(services, open, agent, caller, input)),
]
