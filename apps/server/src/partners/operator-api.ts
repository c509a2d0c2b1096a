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
import { findPartnerId, readDailyStatement, readPositions } from './settlement/read-position.ts'
import { operatorStatementRoutes } from './settlement/statement-api.ts'
import {
  setCover,
  setFees,
  setPartnerCover,
  setPartnerFees,
  setPartnerWithdrawalLimits,
  setWithdrawalLimits,
} from './settlement/terms.ts'
import { applyWebhookChange, setPartnerWebhook } from './webhook-address.ts'
import { listPartnerEvents } from './webhooks/events.ts'
import { sendPartnerTestEvent } from './webhooks/send-test-event.ts'

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
  route(contract.setPartnerCover, (request) => setPartnerCover(services, request)),
  route(contract.setPartnerFees, (request) => setPartnerFees(services, request)),
  route(contract.readPartnerPosition, async ({ db, input }) =>
    readPositions(db, await findPartnerId(db, input.code), services.clock.now()),
  ),
  route(contract.listPositionDays, async ({ db, input }) =>
    readDailyStatement(db, await findPartnerId(db, input.code), input, services.clock.now()),
  ),
  route(contract.setPartnerWebhook, (request) => setPartnerWebhook(services, request)),
  route(contract.sendPartnerTestEvent, (request) => sendPartnerTestEvent(services, request)),
  route(contract.readPartnerFile, (request) => readPartnerFile(services, request)),
  route(contract.listPartnerFiles, ({ input }) => listPartnerFiles(services, input)),
  ...operatorStatementRoutes(services),
]

export const partnerChanges = (services: Services) => ({
  partner_change: applyPartnerChange(services),
  partner_key: activateKey,
  partner_key_expiry: endKey,
  partner_key_networks: setKeyNetworks,
  partner_webhook: applyWebhookChange(services),
  partner_limits: setWithdrawalLimits,
  partner_cover: setCover,
  partner_fees: setFees,
})
