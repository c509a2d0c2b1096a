import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import type { Services } from '../platform/services.ts'
import { listNotices, readNotices } from './inbox.ts'
import { readNoticeSettings, writeNoticeSettings } from './notice-settings.ts'
import { addPushDevice, removePushDevice } from './push-devices.ts'

export const inboxRoutes = (services: Services): AgentRoute[] => [
  route(contract.listNotices, ({ agent, caller, input }) =>
    listNotices(services.db, agent.agentId, input, caller.language),
  ),
  route(contract.readNotices, ({ agent, input }) => readNotices(services, agent.agentId, input)),
  route(contract.getNoticeSettings, ({ agent }) => readNoticeSettings(services, agent)),
  route(contract.setNoticeSettings, ({ agent, input }) => writeNoticeSettings(services, agent, input)),
  route(contract.addPushDevice, ({ agent, input }) => addPushDevice(services, agent, input)),
  route(contract.removePushDevice, ({ agent }) => removePushDevice(services, agent)),
]
