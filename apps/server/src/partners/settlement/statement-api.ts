import type { FileAnswer, Language } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import * as partnerContract from '@cashbox/contract/partner'
import { type OperatorRequest, type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type PartnerRoute, route as partnerRoute } from '../../access/admit-partner.ts'
import { writeAudit } from '../../access/audit.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { readPartner } from '../partner.ts'
import { listPayments } from './payments.ts'
import { findPartnerId } from './read-position.ts'
import { writeStatement } from './statement-file.ts'
import { closeNow, readSchedule, setSchedule } from './statement-schedule.ts'
import { answerStatement, listStatements, nameOf, readStatement } from './statements.ts'

export const operatorStatementRoutes = (services: Services, { db, clock } = services): OperatorRoute[] => [
  route(contract.listPartnerPayments, async ({ input: { code, ...filter } }) =>
    listPayments(db, await findPartnerId(db, code), filter),
  ),
  route(contract.listPartnerStatements, async ({ input: { code, ...filter } }) => {
    const partnerId = await findPartnerId(db, code)
    return {
      ...(await listStatements(db, partnerId, filter, clock.now())),
      schedule: await readSchedule(db, partnerId),
    }
  }),
  route(contract.readPartnerStatement, async ({ input: { code, statement_id } }) =>
    readStatement(db, await findPartnerId(db, code), statement_id, clock.now()),
  ),
  route(contract.downloadPartnerStatement, (request) => downloadStatement(services, request, request.caller.language)),
  route(contract.closePartnerStatement, (request) => closeNow(services, request)),
  route(contract.setStatementSchedule, (request) => setSchedule(services, request)),
]

/** The download is written to the audit before the first byte is sent. */
async function downloadStatement(
  { db, clock }: Services,
  { input, actor }: OperatorRequest<typeof contract.downloadPartnerStatement>,
  language: Language,
): Promise<FileAnswer> {
  const { code, statement_id, format } = input
  const signed = await readStatement(db, await findPartnerId(db, code), statement_id, clock.now())
  const { name } = await readPartner(db, code)
  const { partner_name: network } = await readSettings(db)
  await db.transaction((tx) =>
    writeAudit(tx, { at: clock.now(), actor }, { kind: 'export', id: 'account-statement' }, 'export.begin', {
      after: { partner: code, statement: nameOf(signed.statement), format },
    }),
  )
  return writeStatement({ signed, network, partner: { code, name }, format, language })
}

export const partnerStatementRoutes = ({ db, clock }: Services): PartnerRoute[] => {
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
    partnerRoute(partnerContract.listStatements, ({ partner, input }) =>
      listStatements(db, partner.partnerId, input, clock.now()),
    ),
    partnerRoute(partnerContract.readSignedStatement, ({ partner, input }) =>
      readStatement(db, partner.partnerId, input.statement_id, clock.now()),
    ),
    partnerRoute(partnerContract.acceptStatement, ({ partner, input }) =>
      answer(partner, input.statement_id, { answer: 'accepted', reason: null }),
    ),
    partnerRoute(partnerContract.disputeStatement, ({ partner, input }) =>
      answer(partner, input.statement_id, { answer: 'disputed', reason: input.reason }),
    ),
  ]
}
