import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { activateKey, activatePartnerKey } from './activate-partner-key.ts'
import { addPartnerKey } from './add-partner-key.ts'
import { changePartner } from './change-partner.ts'
import { createPartner } from './create-by-operator.ts'
import { disablePartnerKey } from './disable-partner-key.ts'
import { listPartnerEvents } from './list-partner-events.ts'
import { listPartnerFiles } from './list-partner-files.ts'
import { listPartners } from './list-partners.ts'
import { sendPartnerTestEvent } from './send-partner-test-event.ts'
import type { PartnerServices } from './services.ts'
import { setKeyNetworks, setPartnerKeyNetworks } from './set-partner-key-networks.ts'
import { actOfMoveWebhook, setPartnerWebhook } from './set-partner-webhook.ts'
import type { TestServices } from './webhooks/send-test-event.ts'

export const partnerRoutes = (services: PartnerServices & TestServices): OperatorRoute[] => [
  route(contract.listPartners, () => listPartners(services)),
  route(contract.listPartnerEvents, ({ input }) => listPartnerEvents(services, input)),
  route(contract.createPartner, (asked) => createPartner(services, asked)),
  route(contract.changePartner, (asked) => changePartner(services, asked)),
  route(contract.addPartnerKey, (asked) => addPartnerKey(services, asked)),
  route(contract.activatePartnerKey, (asked) => activatePartnerKey(services, asked)),
  route(contract.setPartnerKeyNetworks, (asked) => setPartnerKeyNetworks(services, asked)),
  route(contract.disablePartnerKey, (asked) => disablePartnerKey(services, asked)),
  route(contract.setPartnerWebhook, (asked) => setPartnerWebhook(services, asked)),
  route(contract.sendPartnerTestEvent, (asked) => sendPartnerTestEvent(services, asked)),
  route(contract.listPartnerFiles, ({ input }) => listPartnerFiles(services, input)),
]

export const partnerChanges = (services: PartnerServices) => ({
  partner_key: activateKey,
  partner_key_networks: setKeyNetworks,
  partner_webhook: actOfMoveWebhook(services),
})
