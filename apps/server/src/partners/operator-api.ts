import * as contract from '@cashbox/contract/operator'
import { type OperatorContext, type OperatorRequest, type OperatorRoute, route } from '../access/admit-operator.ts'
import { writeAudit } from '../access/audit.ts'
import { changeRoute } from '../approvals/apply-or-request.ts'
import type { Services } from '../platform/services.ts'
import { readSettings } from '../platform/settings.ts'
import { activateKey, createPartnerKey, endKey, setKeyRanges } from './change-key.ts'
import { listFiles, openFile } from './daily-files/read-file.ts'
import { applyPartnerChange, createPartner, listPartners, readPartner } from './partner.ts'
import { listPayments } from './settlement/payments.ts'
import { findPartnerId, readDailyStatement, readPositions } from './settlement/read-position.ts'
import { writeStatement } from './settlement/statement-file.ts'
import { closeNow, readSchedule, setSchedule } from './settlement/statement-schedule.ts'
import { listStatements, nameOf, readStatement } from './settlement/statements.ts'
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
  ...fileRoutes(services),
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

const fileRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readPartnerFile, (request) => readPartnerFile(services, request)),
  route(contract.listPartnerFiles, async ({ input: { code, limit, cursor } }) =>
    listFiles(services.db, await findPartnerId(services.db, code), { before: cursor ?? null, limit }),
  ),
]

/** The download is written to the audit before the first byte is sent. */
async function readPartnerFile(services: Services, { input, actor }: OperatorRequest<typeof contract.readPartnerFile>) {
  const { code, day, form } = input
  const file = await openFile(services, await findPartnerId(services.db, code), input)
  await services.db.transaction((tx) =>
    writeAudit(tx, { at: services.clock.now(), actor }, { kind: 'export', id: 'daily-file' }, 'export.begin', {
      after: { partner: code, day, form },
    }),
  )
  return file
}

const settlementRoutes = (services: Services, { db, clock } = services): OperatorRoute[] => [
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
  route(contract.downloadPartnerStatement, (request) => downloadStatement(services, request)),
  route(contract.closePartnerStatement, (request) => closeNow(services, request)),
  route(contract.setStatementSchedule, (request) => setSchedule(services, request)),
]

/** The download is written to the audit before the first byte is sent. */
async function downloadStatement(
  { db, clock }: Services,
  { input, actor, caller }: OperatorContext<typeof contract.downloadPartnerStatement>,
) {
  const { code, statement_id, format } = input
  const signed = await readStatement(db, await findPartnerId(db, code), statement_id, clock.now())
  const { name } = await readPartner(db, code)
  const { partner_name: network } = await readSettings(db)
  await db.transaction((tx) =>
    writeAudit(tx, { at: clock.now(), actor }, { kind: 'export', id: 'account-statement' }, 'export.begin', {
      after: { partner: code, statement: nameOf(signed.statement), format },
    }),
  )
  return writeStatement({ signed, network, partner: { code, name }, format, language: caller.language })
}
