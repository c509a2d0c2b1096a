import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import type { Services } from '../../platform/services.ts'
import { downloadStatement } from './download-statement.ts'
import { listPayments } from './payments.ts'
import { findPartnerId } from './read-position.ts'
import { closeNow, readSchedule, setSchedule } from './statement-schedule.ts'
import { listStatements, readStatement } from './statements.ts'

export const settlementRoutes = (services: Services, { db, clock } = services): OperatorRoute[] => [
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
