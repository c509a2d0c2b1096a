import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import type { Services } from '../platform/services.ts'
import { listPartnerFiles, readPartnerFile } from './daily-files/operator-files.ts'
import {
  activateKey,
  activatePartnerKey,
  createPartnerKey,
  disablePartnerKey,
  endKey,
  setKeyNetworks,
  setPartnerKeyNetworks,
} from './operator-keys.ts'
import { applyPartnerChange, changePartner, createPartner, listPartners, readPartner } from './partner.ts'
import { applyWebhookChange, setPartnerWebhook } from './webhook-address.ts'
import { listPartnerEvents } from './webhooks/events.ts'
import { sendPartnerTestEvent } from './webhooks/send-test-event.ts'
import { setPartnerWithdrawalLimits, setWithdrawalLimits } from './withdrawal-limits.ts'

export const partnerRoutes = (services: Services): OperatorRoute[] => [
  route(contract.listPartners, ({ db }) => listPartners(db)),
  route(contract.listPartnerEvents, ({ input }) => listPartnerEvents(services, input)),
  route(contract.createPartner, async ({ input, actor }) => {
    await createPartner(services.db, input, { actor, at: services.clock.now(), reason: input.reason })
    return { partner: await readPartner(services.db, input.code) }
  }),
  route(contract.changePartner, (request) => changePartner(services, request)),
  route(contract.createPartnerKey, (request) => createPartnerKey(services, request)),
  route(contract.activatePartnerKey, (request) => activatePartnerKey(services, request)),
  route(contract.setPartnerKeyNetworks, (request) => setPartnerKeyNetworks(services, request)),
  route(contract.disablePartnerKey, (request) => disablePartnerKey(services, request)),
  route(contract.setPartnerWithdrawalLimits, (request) => setPartnerWithdrawalLimits(services, request)),
  route(contract.setPartnerWebhook, (request) => setPartnerWebhook(services, request)),
  route(contract.sendPartnerTestEvent, (request) => sendPartnerTestEvent(services, request)),
  route(contract.readPartnerFile, (request) => readPartnerFile(services, request)),
  route(contract.listPartnerFiles, ({ input }) => listPartnerFiles(services, input)),
]

export const partnerChanges = (services: Services) => ({
  partner_change: applyPartnerChange(services),
  partner_key: activateKey,
  partner_key_expiry: endKey,
  partner_key_networks: setKeyNetworks,
  partner_webhook: applyWebhookChange(services),
  partner_limits: setWithdrawalLimits,
})
