import { readPosition, readStatement } from '@cashbox/contract/partner'
import { type PartnerRoute, route } from '../../access/admit-partner.ts'
import type { Services } from '../../platform/services.ts'
import { readDailyStatement, readPositions } from './read-position.ts'

export const settlementRoutes = ({ clock }: Services): PartnerRoute[] => [
  route(readPosition, ({ db, partner }) => readPositions(db, partner.partnerId, clock.now())),
  route(readStatement, ({ db, partner, input }) => readDailyStatement(db, partner.partnerId, input, clock.now())),
]
