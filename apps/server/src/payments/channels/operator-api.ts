import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type ChannelServices, listChannels } from './channel.ts'
import { createChannel, renameChannel } from './create-channel.ts'
import { cancelFees, changeFees, previewFees, setFees } from './fees.ts'

export const channelRoutes = (services: ChannelServices): OperatorRoute[] => [
  route(contract.listChannels, () => listChannels(services)),
  route(contract.createChannel, (asked) => createChannel(services, asked)),
  route(contract.renameChannel, (asked) => renameChannel(services, asked)),
  route(contract.setChannelFees, (asked) => setFees(services, asked)),
  route(contract.previewChannelFees, ({ input }) => previewFees(services, input)),
  route(contract.cancelChannelFees, (asked) => cancelFees(services, asked)),
]

export const channelChanges = { channel_fees: changeFees }
