import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { cancelFees } from './cancel-fees.ts'
import { createChannel } from './create-channel.ts'
import { listChannels } from './list-channels.ts'
import { previewFees } from './preview-fees.ts'
import { renameChannel } from './rename-channel.ts'
import type { ChannelServices } from './services.ts'
import { changeFees, setFees } from './set-fees.ts'

export const channelRoutes = (services: ChannelServices): OperatorRoute[] => [
  route(contract.listChannels, () => listChannels(services)),
  route(contract.createChannel, (asked) => createChannel(services, asked)),
  route(contract.renameChannel, (asked) => renameChannel(services, asked)),
  route(contract.setChannelFees, (asked) => setFees(services, asked)),
  route(contract.previewChannelFees, ({ input }) => previewFees(services, input)),
  route(contract.cancelChannelFees, (asked) => cancelFees(services, asked)),
]

export const channelChanges = { channel_fees: changeFees }
