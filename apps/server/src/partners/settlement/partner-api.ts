import * as contract from '@cashbox/contract/partner'
import { type PartnerRoute, route } from '../../access/admit-partner.ts'
import type { Services } from '../../platform/services.ts'
import { readDailyStatement, readPositions } from './read-position.ts'
import { answerStatement, listStatements, readStatement } from './statements.ts'

export const settlementRoutes = ({ db, clock }: Services): PartnerRoute[] => {
  const answer = (
    { keyId, address, partnerId }: { keyId: string; address: string; partnerId: string },
    statementId: string,
    given: { answer: 'accepted' | 'disputed'; reason: string | null },
  ) =>
    db.transaction(async (tx) => ({
      statement: await answerStatement(tx, {
        partnerId,
        statementId,
        ...given,
        actor: { operatorId: null, name: keyId, ip: address },
        at: clock.now(),
      }),
    }))
  return [
    route(contract.readPosition, ({ db: reader, partner }) => readPositions(reader, partner.partnerId, clock.now())),
    route(contract.readStatement, ({ db: reader, partner, input }) =>
      readDailyStatement(reader, partner.partnerId, input, clock.now()),
    ),
    route(contract.listStatements, ({ partner, input }) => listStatements(db, partner.partnerId, input, clock.now())),
    route(contract.readSignedStatement, ({ partner, input }) =>
      readStatement(db, partner.partnerId, input.statement_id, clock.now()),
    ),
    route(contract.acceptStatement, ({ partner, input }) =>
      answer(partner, input.statement_id, { answer: 'accepted', reason: null }),
    ),
    route(contract.disputeStatement, ({ partner, input }) =>
      answer(partner, input.statement_id, { answer: 'disputed', reason: input.reason }),
    ),
  ]
}
