import * as contract from '@cashbox/contract/partner'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type PartnerRoute, route } from '../admit-partner.ts'
import { listEvents } from './list-events.ts'
import { redeliverEvent } from './redeliver-event.ts'

interface EventServices {
  readonly db: Database
  readonly clock: Clock
}

export const eventRoutes = ({ db, clock }: EventServices): PartnerRoute[] => [
  route(contract.listEvents, ({ partner, input }) => listEvents(db, partner.playerServiceId, input)),
  route(contract.redeliverEvent, ({ partner, input }) =>
    redeliverEvent(db, clock, partner.playerServiceId, input.event_id),
  ),
]
