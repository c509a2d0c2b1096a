import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import type { AgentSession } from '../access/sessions.ts'
import type { Services } from '../platform/services.ts'
import { listNotices, readNotices } from './inbox.ts'
import { readNoticeSettings, writeNoticeSettings } from './notice-settings.ts'
import { addPushDevice, removePushDevice } from './push-devices.ts'

/** Each device is one more place that messages are sent to. */
const limitChanges = ({ limits }: Services, { agentId }: AgentSession) => limits.spend('settings-account', agentId)

export const inboxRoutes = (services: Services): AgentRoute[] => [
  route(contract.listNotices, ({ agent, caller, input }) =>
    listNotices(services.db, agent.agentId, input, caller.language),
  ),
  route(contract.readNotices, ({ agent, input }) => readNotices(services, agent.agentId, input)),
  route(contract.getNoticeSettings, ({ agent }) => readNoticeSettings(services, agent)),
  route(contract.setNoticeSettings, async ({ agent, input }) => {
    await limitChanges(services, agent)
    return writeNoticeSettings(services, agent, input)
  }),
  route(contract.addPushDevice, async ({ agent, input }) => {
    await limitChanges(services, agent)
    await addPushDevice(services, agent, input)
  }),
  route(contract.removePushDevice, async ({ agent }) => {
    await limitChanges(services, agent)
    await removePushDevice(services, agent)
  }),
]
