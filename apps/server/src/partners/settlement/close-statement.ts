import { formatMinor } from '@cashbox/contract'
import { type StatementEvent, type StatementPeriod, statementPeriods } from '@cashbox/contract/partner'
import { col, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { ensureSigningKey, readSigner } from '../../access/signing-key.ts'
import { openAccount, postMovement } from '../../ledger/movements.ts'
import { DAY_MS, toSeconds } from '../../platform/clock.ts'
import { queryFirst } from '../../platform/query-first.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { lockPosition, type PositionKey } from './position.ts'
import { effectOf, type FlowRow, flowColumns, sumOfFlows } from './read-position.ts'
import { type SignedFields, signedText } from './statements.ts'

/** How often statements of a partner are closed, when next, and when their debts are due. */
export const scheduleColumns = {
  period: col.nullable(col.oneOf(...statementPeriods)),
  closes_at: col.nullable(col.timestamptz),
  due_days: col.int4,
}

interface Closing extends PositionKey {
  readonly period: SignedFields['period']
  readonly until: Date
  readonly at: Date
}

/**
 * Closes the statement that is being filled, under the locks of the count and of the position: what is counted later is in the next one. Null if
 * nothing has changed since the last statement.
 */
export async function closeStatement(tx: Tx, keyring: Keyring, closing: Closing): Promise<string | null> {
  const { partnerId, currencyCode, period, until, at } = closing
  const { balance, statement: number } = await lockPosition(tx, closing)
  const counted = await countMovements(tx, { partnerId, currencyCode, number })
  if (!counted) return null
  const { first_day, ...totals } = counted
  const terms = await readTerms(tx, { partnerId, currencyCode, number })
  const facts: SignedFields = {
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
  await ensureSigningKey(tx, keyring)
  const sign = await readSigner(tx, keyring)
  await tx.execute(sql`
    insert into partner_statement (id, partner_id, currency_code, number, period, from_at, until_at, opening, closing,
      totals, counted_up_to, ahead, signature, made_at, due_at)
    select ${id}, ${partnerId}, ${currencyCode}, ${number}, ${period}, ${facts.from_at}, ${until}, ${facts.opening},
      ${facts.closing}, ${storedTotals(totals)}::jsonb, counted_up_to, ahead,
      ${sign(signedText(facts))}, ${at}, ${facts.due_at}
    from position_count where partner_id = ${partnerId}`)
  await tx.execute(sql`
    update partner_position set statement = statement + 1
    where partner_id = ${partnerId} and currency_code = ${currencyCode}`)
  await writeEvent(tx, closing, id, facts)
  return id
}

async function writeEvent(tx: Tx, { partnerId, at }: Closing, id: string, facts: SignedFields) {
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
    insert into outbox_event (id, topic, partner_id, subject_id, created_at, next_attempt_at, data)
    values (${uuidv7()}, 'statement.closed', ${partnerId}, ${partnerId}, ${at}, ${at}, ${JSON.stringify(data)}::jsonb)`)
}

interface Filled extends PositionKey {
  readonly number: number
}

const storedTotals = (totals: FlowRow) =>
  JSON.stringify(Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, value.toString()])))

/** Null when nothing has moved. */
const countMovements = (tx: Tx, { partnerId, currencyCode, number }: Filled) =>
  queryFirst(tx, { ...flowColumns, first_day: col.timestamptz })`
    select ${sumOfFlows},
           min(day)::timestamp at time zone 'UTC' as first_day
    from position_day
    where partner_id = ${partnerId} and currency_code = ${currencyCode} and statement = ${number}
    having count(*) > 0`

/** What the last statement ended with, and how long the partner has to pay. */
const readTerms = (tx: Tx, { partnerId, currencyCode, number }: Filled) => queryOne(tx, {
  partner: col.text,
  from_at: col.nullable(col.timestamptz),
  opening: col.int8,
  due_days: col.int4,
})`
    select partner.code as partner, last.until_at as from_at, coalesce(last.closing, 0) as opening,
           schedule.due_days
    from partner
    join position_count as schedule on schedule.partner_id = partner.id
    left join partner_statement as last on last.partner_id = partner.id and last.currency_code = ${currencyCode}
      and last.number = ${number - 1}
    where partner.id = ${partnerId}`

/** The fees of all transactions of a statement are one movement. Reversals can give back more than was charged. */
async function postFees(tx: Tx, { partnerId, currencyCode: asset, at }: Closing, reference: string, fees: bigint) {
  if (fees === 0n) return
  const clearing = await openAccount(tx, { kind: 'clearing', party: partnerId, asset })
  const income = await openAccount(tx, { kind: 'partner_fee', asset })
  const [from, to, amount] = fees > 0n ? [clearing, income, fees] : ([income, clearing, -fees] as const)
  await postMovement(tx, { kind: 'partner_fee', reference, from, to, amount, at })
}

interface DuePeriod {
  readonly partnerId: string
  readonly period: StatementPeriod
  readonly until: Date
  readonly at: Date
}

/** Closes a period in every currency, and begins the next one. The caller has locked the row of `position_count`. */
export async function closePeriod(tx: Tx, keyring: Keyring, { partnerId, period, until, at }: DuePeriod) {
  const positions = await query(tx, { currency_code: col.text })`
    select currency_code from partner_position where partner_id = ${partnerId} order by currency_code`
  for (const { currency_code: currencyCode } of positions) {
    await closeStatement(tx, keyring, { partnerId, currencyCode, period, until, at })
  }
  const next = endOfPeriod(period, until)
  await tx.execute(sql`update position_count set closes_at = ${next} where partner_id = ${partnerId}`)
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
