import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import * as channels from './channels.ts'
import * as partners from './partners.ts'
import * as rates from './rates.ts'
import type { NetworkServices } from './services.ts'
import { walletFacts } from './wallet-facts.ts'

export const networkRoutes = (services: NetworkServices): OperatorRoute[] => [
  route(contract.listChannels, () => channels.listChannels(services)),
  route(contract.createChannel, (asked) => channels.createChannel(services, asked)),
  route(contract.renameChannel, (asked) => channels.renameChannel(services, asked)),
  route(contract.setChannelFees, (asked) => channels.setChannelFees(services, asked)),
  route(contract.dropChannelFees, (asked) => channels.dropChannelFees(services, asked)),
  route(contract.listPartners, () => partners.listPartners(services)),
  route(contract.createPartner, (asked) => partners.createPartner(services, asked)),
  route(contract.changePartner, (asked) => partners.changePartner(services, asked)),
  route(contract.addPartnerKey, (asked) => partners.addPartnerKey(services, asked)),
  route(contract.disablePartnerKey, (asked) => partners.disablePartnerKey(services, asked)),
  route(contract.setPartnerWebhook, (asked) => partners.setPartnerWebhook(services, asked)),
  route(contract.listRates, () => rates.listRates(services)),
  route(contract.setRate, (asked) => rates.setRate(services, asked)),
  route(contract.handRateBack, (asked) => rates.handRateBack(services, asked)),
  route(contract.readWalletFacts, async () => walletFacts(services)),
]
