import * as contract from '@cashbox/contract/partner'
import { type PartnerRoute, route } from '../../access/admit-partner.ts'
import type { Services } from '../../platform/services.ts'
import { listEvents } from './events.ts'
import { readFeed } from './read-feed.ts'
import { redeliverEvent, redeliverEvents } from './redeliver.ts'
import { sendTestEvent } from './send-test-event.ts'

export const eventRoutes = (services: Services, { db, clock } = services): PartnerRoute[] => [
  route(contract.listEvents, ({ partner, input }) => listEvents(db, clock, partner.partnerId, input)),
  route(contract.readFeed, ({ partner, input }) => readFeed(db, partner.partnerId, input)),
  route(contract.redeliverEvent, ({ partner, input }) => redeliverEvent(db, clock, partner.partnerId, input.event_id)),
  route(contract.redeliverEvents, ({ partner, input }) => redeliverEvents(db, clock, partner.partnerId, input)),
  route(contract.sendTestEvent, async ({ partner, input }) => ({
    delivery: await sendTestEvent(services, partner.partnerId, input.type),
  })),
]
