import { col, only, query, queryOne, type Sql, sql, type Tx } from '@cashbox/postgres/database'
import { floatOf, lockFloat } from '../ledger/confirmed.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { queryFirst } from '../platform/query-first.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'

/** Staff, by their ID; null is the owner. */
export interface ShiftOf {
  readonly agentId: string
  readonly staffId: number | null
  readonly sessionId: string
}

export type ShiftEnd = 'counted' | 'handed_over' | 'uncounted' | 'forced' | 'log_out'

export interface ShiftReport {
  readonly id: number
  readonly staff_id: number | null
  /** Of the staff; null for the owner. */
  readonly name: string | null
  readonly opened_at: number
  readonly closed_at: number | null
  readonly end_kind: string | null
  readonly closed_by: string | null
  readonly deposit_count: number
  readonly deposit_sum: bigint
  readonly withdraw_count: number
  readonly withdraw_sum: bigint
}

const lastNumber = (agentId: string) => sql`
  coalesce((select number from confirmation where float_id = ${floatOf(agentId)} order by number desc limit 1), 0)`

/** From now on the session confirms in this person's open shift; a second phone joins the first. */
export async function openShift(tx: Tx, { agentId, staffId, sessionId }: ShiftOf, at: Date): Promise<number> {
  await lockFloat(tx, agentId)
  if (staffId !== null && !(await worksAt(tx, agentId, staffId))) throw refusal('staff_right_missing')
  const open = await queryFirst(tx, { id: col.int4 })`
    select id from shift where agent_id = ${agentId} and staff_id is not distinct from ${staffId} and closed_at is null`
  const { id } = open ?? (await insertShift(tx, agentId, staffId, at))
  await tx.execute(sql`update session set shift_id = ${id} where id = ${sessionId}`)
  return id
}

const worksAt = async (tx: Tx, agentId: string, staffId: number) =>
  (await tx.execute(sql`
    select 1 from staff where id = ${staffId} and agent_id = ${agentId} and stopped_at is null`)) > 0

const insertShift = (tx: Tx, agentId: string, staffId: number | null, at: Date) => queryOne(tx, { id: col.int4 })`
    insert into shift (agent_id, staff_id, rights, max_amount, max_per_shift, opened_at, first_number)
    select agent.id, staff.id, coalesce(staff.rights, '{deposit,withdraw}'), staff.max_amount, staff.max_per_shift, ${at},
           ${lastNumber(agentId)} + 1
    from agent left join staff on staff.id = ${staffId} where agent.id = ${agentId}
    returning id`

/** Of two who close one shift, one does; both get the same report. Waits for the confirmations under way. */
export async function closeShift(
  tx: Tx,
  { agentId, shiftId, by, kind }: { agentId: string; shiftId: number; by: string | null; kind: ShiftEnd },
  at: Date,
): Promise<ShiftReport> {
  await lockFloat(tx, agentId)
  const closed = await tx.execute(sql`
    update shift set closed_at = ${at}, closed_by = ${by}, end_kind = ${kind}, last_number = ${lastNumber(agentId)}
    where id = ${shiftId} and agent_id = ${agentId} and closed_at is null`)
  if (closed > 0) await tx.execute(sql`update session set shift_id = null where shift_id = ${shiftId}`)
  return readShift(tx, agentId, shiftId)
}

const LONGEST_MS = 72 * HOUR_MS

/** Ends shifts that have been open for three days. */
export async function closeForgottenShifts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const at = clock.now()
  const left = await query(db, { id: col.int4, agent_id: col.uuid })`
    select id, agent_id from shift
    where closed_at is null and opened_at < ${new Date(at.getTime() - LONGEST_MS)}`
  for (const { id, agent_id } of left) {
    const close = { agentId: agent_id, shiftId: id, by: null, kind: 'uncounted' } as const
    await db.transaction((tx) => closeShift(tx, close, at))
  }
}

/** Counted from the confirmations, so it is the same whenever it is asked. */
export const readShift = async (tx: Tx, agentId: string, shiftId: number): Promise<ShiftReport> =>
  only(
    await tx.query(sql`${reports(agentId)} where shift.id = ${shiftId} and shift.agent_id = ${agentId}`, shiftColumns),
  )

const SHIFTS_LISTED = 50

export const listShifts = (tx: Tx, agentId: string): Promise<ShiftReport[]> =>
  tx.query(
    sql`${reports(agentId)} where shift.agent_id = ${agentId} order by shift.id desc limit ${SHIFTS_LISTED}`,
    shiftColumns,
  )

const reports = (agentId: string): Sql => sql`
  select shift.id, staff_id, staff.name, opened_at, closed_at, end_kind, closed_by,
         sum.deposit_count, sum.deposit_sum, sum.withdraw_count, sum.withdraw_sum
  from shift left join staff on staff.id = shift.staff_id
  cross join lateral (
    select (count(*) filter (where type = 'deposit'))::integer as deposit_count,
           coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposit_sum,
           (count(*) filter (where type = 'withdraw'))::integer as withdraw_count,
           coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as withdraw_sum
    from confirmation
    where float_id = ${floatOf(agentId)} and number >= shift.first_number
      and number <= coalesce(shift.last_number, 2147483647) and confirmation.shift_id = shift.id) as sum`

const shiftColumns = {
  id: col.int4,
  staff_id: col.nullable(col.int4),
  name: col.nullable(col.text),
  opened_at: col.seconds,
  closed_at: col.nullable(col.seconds),
  end_kind: col.nullable(col.text),
  closed_by: col.nullable(col.text),
  deposit_count: col.int4,
  deposit_sum: col.int8,
  withdraw_count: col.int4,
  withdraw_sum: col.int8,
}
