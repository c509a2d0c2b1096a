import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { changeRoute } from '../approvals/apply-or-request.ts'
import type { Services } from '../platform/services.ts'
import { activateKey, createPartnerKey, endKey, setKeyRanges } from './change-key.ts'
import { dailyFileRoutes } from './daily-files/operator-api.ts'
import { applyPartnerChange, createPartner, listPartners, readPartner } from './partner.ts'
import { settlementRoutes } from './settlement/operator-api.ts'
import { findPartnerId, readDailyStatement, readPositions } from './settlement/read-position.ts'
import { setCover, setFees, setWithdrawalLimits } from './settlement/terms.ts'
import { applyWebhookChange, setPartnerWebhook } from './webhook-address.ts'
import { listPartnerEvents } from './webhooks/events.ts'
import { sendPartnerTestEvent } from './webhooks/send-test-event.ts'

export const partnerRoutes = (services: Services): OperatorRoute[] => [
  ...changeRoutes(services),
  route(contract.listPartners, ({ db }) => listPartners(db)),
  route(contract.listPartnerEvents, ({ input }) => listPartnerEvents(services, input)),
  route(contract.createPartner, async ({ input, actor }) => {
    await createPartner(services.db, input, { actor, at: services.clock.now(), reason: input.reason })
    return { partner: await readPartner(services.db, input.code) }
  }),
  route(contract.createPartnerKey, (request) => createPartnerKey(services, request)),
  route(contract.readPartnerPosition, async ({ db, input }) =>
    readPositions(db, await findPartnerId(db, input.code), services.clock.now()),
  ),
  route(contract.listPositionDays, async ({ db, input }) =>
    readDailyStatement(db, await findPartnerId(db, input.code), input, services.clock.now()),
  ),
  route(contract.setPartnerWebhook, (request) => setPartnerWebhook(services, request)),
  route(contract.sendPartnerTestEvent, (request) => sendPartnerTestEvent(services, request)),
  ...dailyFileRoutes(services),
  ...settlementRoutes(services),
]

function changeRoutes(services: Services): OperatorRoute[] {
  const read = async ({ code }: { readonly code: string }) => ({ partner: await readPartner(services.db, code) })
  return [
    changeRoute(services, 'partner_change', applyPartnerChange(services), read),
    changeRoute(services, 'partner_key', activateKey, read),
    changeRoute(services, 'partner_key_expiry', endKey, read),
    changeRoute(services, 'partner_key_ranges', setKeyRanges, read),
    changeRoute(services, 'partner_limits', setWithdrawalLimits, read),
    changeRoute(services, 'partner_cover', setCover, read),
    changeRoute(services, 'partner_fees', setFees, read),
  ]
}

export const partnerChanges = (services: Services) => ({
  partner_change: applyPartnerChange(services),
  partner_key: activateKey,
  partner_key_expiry: endKey,
  partner_key_ranges: setKeyRanges,
  partner_webhook: applyWebhookChange(services),
  partner_limits: setWithdrawalLimits,
  partner_cover: setCover,
  partner_fees: setFees,
})
