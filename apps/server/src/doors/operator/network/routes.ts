import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import * as channels from './channels.ts'
import * as partners from './partners.ts'
import * as rates from './rates.ts'
import type { NetworkServices } from './services.ts'
import { walletFacts } from './wallet-facts.ts'

export const networkRoutes = (services: NetworkServices): OperatorRoute[] => [
  operatorRoute(contract.listChannels, () => channels.listChannels(services)),
  operatorRoute(contract.createChannel, (asked) => channels.createChannel(services, asked)),
  operatorRoute(contract.renameChannel, (asked) => channels.renameChannel(services, asked)),
  operatorRoute(contract.setChannelFees, (asked) => channels.setChannelFees(services, asked)),
  operatorRoute(contract.dropChannelFees, (asked) => channels.dropChannelFees(services, asked)),
  operatorRoute(contract.listPartners, () => partners.listPartners(services)),
  operatorRoute(contract.createPartner, (asked) => partners.createPartner(services, asked)),
  operatorRoute(contract.changePartner, (asked) => partners.changePartner(services, asked)),
  operatorRoute(contract.addPartnerKey, (asked) => partners.addPartnerKey(services, asked)),
  operatorRoute(contract.disablePartnerKey, (asked) => partners.disablePartnerKey(services, asked)),
  operatorRoute(contract.setPartnerWebhook, (asked) => partners.setPartnerWebhook(services, asked)),
  operatorRoute(contract.listRates, () => rates.listRates(services)),
  operatorRoute(contract.setRate, (asked) => rates.setRate(services, asked)),
  operatorRoute(contract.handRateBack, (asked) => rates.handRateBack(services, asked)),
  operatorRoute(contract.readWalletFacts, async () => walletFacts(services)),
]
