import type { ParsedInputOf } from '@cashbox/contract'
import type { createPartner as call } from '@cashbox/contract/operator'
import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { listPartnerFiles } from './daily-files/operator-files.ts'
import {
  activateKey,
  activatePartnerKey,
  addPartnerKey,
  disablePartnerKey,
  setKeyNetworks,
  setPartnerKeyNetworks,
} from './operator-keys.ts'
import * as domain from './partner.ts'
import { changePartner, listPartners, readPartner } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'
import { actOfMoveWebhook, setPartnerWebhook } from './webhook-address.ts'
import { listPartnerEvents } from './webhooks/events.ts'
import { sendPartnerTestEvent, type TestServices } from './webhooks/send-test-event.ts'

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

async function createPartner({ db, clock }: PartnerServices, { input, actor }: Asked<ParsedInputOf<typeof call>>) {
  await domain.createPartner(db, input, { actor, at: clock.now(), reason: input.reason })
  return { partner: await readPartner(db, input.code) }
}
