import { formatMinor } from '@cashbox/contract'
import { type StatementEvent, type StatementPeriod, statementPeriods } from '@cashbox/contract/partner'
import { uuidv7 } from 'uuidv7'
import { openAccount, postMovement } from '../../ledger/movements.ts'
import { DAY_MS, toSeconds } from '../../platform/clock.ts'
import { type Queryable, type Tx, col, query, queryOne, sql } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { ensureFileKey, readSigner } from '../daily-files/file-key.ts'
import { type PositionKey, lockPosition } from './position.ts'
import { type FlowRow, effectOf, findPartnerId, flowColumns, sumOfFlows } from './read-position.ts'
import { type SignedFacts, nameOf, readStatement, signedText } from './statements.ts'
import type { StatementSchedule, closePartnerStatement, setStatementSchedule } from '@cashbox/contract/operator'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { changesBetween, writeAudit } from '../../access/audit.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { partnerSubject } from '../keys.ts'
import { withLockedPartner } from '../partner.ts'
import { countPositions, lockCount } from './count-positions.ts'
import { refuseUnknownCurrency } from './payments.ts'

/** How often statements of a partner are closed, when next, and when their debts are due. */
export const scheduleColumns = {
  period: col.nullable(col.oneOf(...statementPeriods)),
  closes_at: col.nullable(col.timestamptz),
  due_days: col.int4,
}

interface Closing extends PositionKey {
  readonly period: SignedFacts['period']
  readonly until: Date
  readonly at: Date
}

/**
 * Closes the statement that is being filled, under the locks of the count and of the position: what is counted later is in the next one. Null if
 * nothing has changed since the last statement.
 */
export async function closeStatement(tx: Tx, keyring: Keyring, closing: Closing): Promise<string | null> {
  const { playerServiceId, currencyCode, period, until, at } = closing
  const { balance, statement: number } = await lockPosition(tx, closing)
  const counted = await countMovements(tx, { playerServiceId, currencyCode, number })
  if (!counted) return null
  const { first_day, ...totals } = counted
  const terms = await readTerms(tx, { playerServiceId, currencyCode, number })
  const facts: SignedFacts = {
    ...totals,
    partner: terms.partner,
    currency_code: currencyCode,
    number,
    period,
    from_at: terms.from_at ?? first_day,
    until_at: until,
    opening: terms.opening,
    closing: terms.opening + effectOf(totals),
    made_at: at,
    due_at: new Date(until.getTime() + terms.due_days * DAY_MS),
  }
  if (facts.closing !== balance) throw new Error('the statement does not end with the balance of the position')
  const id = uuidv7()
  await postFees(tx, closing, id, totals.fee_sum)
  await ensureFileKey(tx, keyring)
  const sign = await readSigner(tx, keyring)
  await tx.execute(sql`
    insert into partner_statement (id, player_service_id, currency_code, number, period, from_at, until_at, opening, closing,
      totals, counted_up_to, ahead, signature, made_at, due_at)
    select ${id}, ${playerServiceId}, ${currencyCode}, ${number}, ${period}, ${facts.from_at}, ${until}, ${facts.opening},
      ${facts.closing}, ${storedTotals(totals)}::jsonb, counted_up_to, ahead,
      ${sign(signedText(facts))}, ${at}, ${facts.due_at}
    from position_count where player_service_id = ${playerServiceId}`)
  await tx.execute(sql`
    update partner_position set statement = statement + 1
    where player_service_id = ${playerServiceId} and currency_code = ${currencyCode}`)
  await writeEvent(tx, closing, id, facts)
  return id
}

async function writeEvent(tx: Tx, { playerServiceId, at }: Closing, id: string, facts: SignedFacts) {
  const data: StatementEvent['data'] = {
    statement_id: id,
    currency_code: facts.currency_code,
    number: facts.number,
    period: facts.period,
    from: toSeconds(facts.from_at),
    until: toSeconds(facts.until_at),
    opening: formatMinor(facts.opening),
    closing: formatMinor(facts.closing),
    due_at: toSeconds(facts.due_at),
    at: toSeconds(at),
  }
  await tx.execute(sql`
    insert into outbox_event (id, topic, player_service_id, subject_id, created_at, next_attempt_at, data)
    values (${uuidv7()}, 'statement.closed', ${playerServiceId}, ${playerServiceId}, ${at}, ${at}, ${JSON.stringify(data)}::jsonb)`)
}

interface Filled extends PositionKey {
  readonly number: number
}

const storedTotals = (totals: FlowRow) =>
  JSON.stringify(Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, value.toString()])))

/** Null when nothing has moved. */
async function countMovements(tx: Tx, { playerServiceId, currencyCode, number }: Filled) {
  const [row] = await query(tx, { ...flowColumns, first_day: col.timestamptz })`
    select ${sumOfFlows},
           min(day)::timestamp at time zone 'UTC' as first_day
    from position_day
    where player_service_id = ${playerServiceId} and currency_code = ${currencyCode} and statement = ${number}
    having count(*) > 0`
  return row ?? null
}

/** What the last statement ended with, and how long the partner has to pay. */
const readTerms = (tx: Tx, { playerServiceId, currencyCode, number }: Filled) => queryOne(tx, {
  partner: col.text,
  from_at: col.nullable(col.timestamptz),
  opening: col.int8,
  due_days: col.int4,
})`
    select service.code as partner, last.until_at as from_at, coalesce(last.closing, 0) as opening,
           schedule.due_days
    from player_service as service
    join position_count as schedule on schedule.player_service_id = service.id
    left join partner_statement as last on last.player_service_id = service.id and last.currency_code = ${currencyCode}
      and last.number = ${number - 1}
    where service.id = ${playerServiceId}`

/** The fees of all transactions of a statement are one movement. Reversals can give back more than was charged. */
async function postFees(
  tx: Tx,
  { playerServiceId, currencyCode: asset, at }: Closing,
  reference: string,
  fees: bigint,
) {
  if (fees === 0n) return
  const clearing = await openAccount(tx, { kind: 'clearing', party: playerServiceId, asset })
  const income = await openAccount(tx, { kind: 'partner_fee', asset })
  const [from, to, amount] = fees > 0n ? [clearing, income, fees] : ([income, clearing, -fees] as const)
  await postMovement(tx, { kind: 'partner_fee', reference, from, to, amount, at })
}

interface DuePeriod {
  readonly playerServiceId: string
  readonly period: StatementPeriod
  readonly until: Date
  readonly at: Date
}

/** Closes a period in every currency, and begins the next one. The caller has locked the row of `position_count`. */
export async function closePeriod(tx: Tx, keyring: Keyring, { playerServiceId, period, until, at }: DuePeriod) {
  const positions = await query(tx, { currency_code: col.text })`
    select currency_code from partner_position where player_service_id = ${playerServiceId} order by currency_code`
  for (const { currency_code: currencyCode } of positions) {
    await closeStatement(tx, keyring, { playerServiceId, currencyCode, period, until, at })
  }
  const next = endOfPeriod(period, until)
  await tx.execute(sql`update position_count set closes_at = ${next} where player_service_id = ${playerServiceId}`)
  return next
}

/** The first end of a period after a moment, in UTC. Weeks end when Monday begins. */
export function endOfPeriod(period: StatementPeriod, after: Date): Date {
  const year = after.getUTCFullYear()
  const month = after.getUTCMonth()
  if (period === 'month') return new Date(Date.UTC(year, month + 1, 1))
  const days = period === 'day' ? 1 : 7 - ((after.getUTCDay() + 6) % 7)
  return new Date(Date.UTC(year, month, after.getUTCDate() + days))
}

/** Counts what is new first, so that the statement has everything that happened so far. */
export async function closeNow(services: Services, { input, actor }: OperatorRequest<typeof closePartnerStatement>) {
  const { code, currency_code: currencyCode, reason } = input
  const playerServiceId = await findPartnerId(services.db, code)
  await countPositions(services, playerServiceId)
  return services.db.transaction(async (tx) => {
    await refuseUnknownCurrency(tx, currencyCode)
    await lockCount(tx, playerServiceId)
    // After the lock: later than everything that was counted, and than a statement that was closed meanwhile.
    const at = services.clock.now()
    const closing = { playerServiceId, currencyCode, period: 'demand', until: at, at } as const
    const id = await closeStatement(tx, services.keyring, closing)
    if (id === null) throw refusal('nothing_to_close')
    const closed = await readStatement(tx, playerServiceId, id, at)
    await writeAudit(tx, { at, actor, reason }, partnerSubject(code), 'partner.close-statement', {
      after: { statement: nameOf(closed.statement), closing: closed.statement.closing },
    })
    return closed
  })
}

/** As in the table, for a partner about which nothing was counted yet. */
const DUE_DAYS = 7

export async function readSchedule(db: Queryable, playerServiceId: string): Promise<StatementSchedule> {
  const [schedule] = await query(db, { ...scheduleColumns, closes_at: col.nullable(col.seconds) })`
    select period, closes_at, due_days from position_count where player_service_id = ${playerServiceId}`
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
      where player_service_id = ${id}`)
    await tx.execute(sql`update player_service set version = version + 1 where id = ${id}`)
    const changes = changesBetween({ period: before.period, due_days: before.due_days }, { period, due_days })
    await writeAudit(tx, context, partnerSubject(code), 'partner.set-statement-schedule', changes)
    return { schedule: await readSchedule(tx, id) }
  })
