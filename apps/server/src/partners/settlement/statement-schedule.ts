import type { closePartnerStatement, StatementSchedule, setStatementSchedule } from '@cashbox/contract/operator'
import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { changesBetween, writeAudit } from '../../access/audit.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { partnerSubject } from '../keys.ts'
import { withLockedPartner } from '../partner.ts'
import { closeStatement, endOfPeriod, scheduleColumns } from './close-statement.ts'
import { countPositions, lockCount } from './count-positions.ts'
import { refuseUnknownCurrency } from './payments.ts'
import { findPartnerId } from './read-position.ts'
import { nameOf, readStatement } from './statements.ts'

/** Counts what is new first, so that the statement has everything that happened so far. */
export async function closeNow(services: Services, { input, actor }: OperatorRequest<typeof closePartnerStatement>) {
  const { code, currency_code: currencyCode, reason } = input
  const partnerId = await findPartnerId(services.db, code)
  await countPositions(services, partnerId)
  return services.db.transaction(async (tx) => {
    await refuseUnknownCurrency(tx, currencyCode)
    await lockCount(tx, partnerId)
    // After the lock: later than everything that was counted, and than a statement that was closed meanwhile.
    const at = services.clock.now()
    const closing = { partnerId, currencyCode, period: 'demand', until: at, at } as const
    const id = await closeStatement(tx, services.keyring, closing)
    if (id === null) throw refusal('nothing_to_close')
    const closed = await readStatement(tx, partnerId, id, at)
    await writeAudit(tx, { at, actor, reason }, partnerSubject(code), 'partner.close-statement', {
      after: { statement: nameOf(closed.statement), closing: closed.statement.closing },
    })
    return closed
  })
}

/** As in the table, for a partner about which nothing was counted yet. */
const DUE_DAYS = 7

export async function readSchedule(db: Queryable, partnerId: string): Promise<StatementSchedule> {
  const [schedule] = await query(db, { ...scheduleColumns, closes_at: col.nullable(col.seconds) })`
    select period, closes_at, due_days from position_count where partner_id = ${partnerId}`
  return schedule ?? { period: null, closes_at: null, due_days: DUE_DAYS }
}

/** The current period ends at its new end. Nothing is closed twice or left out, because statements follow each other. */
export const setSchedule = (services: Services, request: OperatorRequest<typeof setStatementSchedule>) =>
  withLockedPartner(services, request, async (tx, { id, code }, context) => {
    const { period, due_days } = request.input
    const before = await lockCount(tx, id)
    const closesAt = period && endOfPeriod(period, context.at)
    await tx.execute(sql`
      update position_count set period = ${period}, closes_at = ${closesAt}, due_days = ${due_days}
      where partner_id = ${id}`)
    await tx.execute(sql`update partner set version = version + 1 where id = ${id}`)
    const changes = changesBetween({ period: before.period, due_days: before.due_days }, { period, due_days })
    await writeAudit(tx, context, partnerSubject(code), 'partner.set-statement-schedule', changes)
    return { schedule: await readSchedule(tx, id) }
  })
