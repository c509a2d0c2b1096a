import { ShopStaff } from '@cashbox/contract'
import { breaks, col, only, query, sql, type Tx } from '@cashbox/postgres/database'
import { foldName } from '../agents/open-agent.ts'
import { floatOf, lockFloat } from '../ledger/confirmed.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { refusal } from '../platform/refusal.ts'

export interface StaffTerms {
  readonly rights: readonly string[]
  /** In minor units; null for no limit. */
  readonly max_amount: bigint | null
  readonly max_per_shift: bigint | null
}

export interface NewStaff extends StaffTerms {
  readonly agentId: string
  readonly name: string
  readonly personId: string | null
  readonly pinHash: string | null
}

export async function addStaff(tx: Tx, staff: NewStaff, at: Date): Promise<number> {
  const { agentId, name, personId, rights, max_amount, max_per_shift, pinHash } = staff
  try {
    const rows = await query(tx, { id: col.int4 })`
      insert into staff (agent_id, person_id, name, folded_name, rights, max_amount, max_per_shift, pin_hash, pin_set_at,
        created_at)
      values (${agentId}, ${personId}, ${name}, ${foldName(name)}, ${[...rights]}, ${max_amount}, ${max_per_shift},
        ${pinHash}, ${pinHash === null ? null : at}, ${at})
      returning id`
    return only(rows).id
  } catch (error) {
    if (breaks(error, 'staff_name_is_one')) throw refusal('staff_name_taken')
    throw error
  }
}

/** Also of their open shift, so that it holds for the next confirmation. */
export async function changeStaffTerms(
  tx: Tx,
  agentId: string,
  staffId: number,
  terms: StaffTerms,
  version: number,
): Promise<void> {
  await lockFloat(tx, agentId)
  const { rights, max_amount, max_per_shift } = terms
  const changed = await tx.execute(sql`
    update staff set rights = ${[...rights]}, max_amount = ${max_amount}, max_per_shift = ${max_per_shift},
      version = version + 1
    where id = ${staffId} and agent_id = ${agentId} and stopped_at is null and version = ${version}`)
  if (changed === 0) throw refusal('version_conflict')
  // Without a limit for the shift nothing is counted, so it is counted now.
  await tx.execute(sql`
    update shift set rights = ${[...rights]}, max_amount = ${max_amount}, max_per_shift = ${max_per_shift},
      used = (
        select coalesce(sum(amount), 0)::bigint from confirmation
        where float_id = ${floatOf(agentId)} and number >= shift.first_number and confirmation.shift_id = shift.id)
    where agent_id = ${agentId} and staff_id = ${staffId} and closed_at is null`)
}

/** At once, on every phone: what they send from now on is refused. Their shift stays open until someone counts it. */
export async function stopStaff(tx: Tx, agentId: string, staffId: number, at: Date): Promise<void> {
  await lockFloat(tx, agentId)
  const stopped = await tx.execute(sql`
    update staff set stopped_at = ${at}, version = version + 1
    where id = ${staffId} and agent_id = ${agentId} and stopped_at is null`)
  if (stopped === 0) throw refusal('not_found')
  await tx.execute(sql`
    update shift set rights = '{}' where agent_id = ${agentId} and staff_id = ${staffId} and closed_at is null`)
  await tx.execute(sql`update session set ended_at = ${at} where staff_id = ${staffId} and ended_at is null`)
  // Nobody comes in by an invitation of theirs.
  await tx.execute(sql`
    update staff_invitation set withdrawn_at = ${at}
    where agent_id = ${agentId} and (invited_by = ${staffId} or staff_id = ${staffId}) and used_at is null`)
}

export const listStaff = (tx: Tx, agentId: string) => query(tx, columnsFor(ShopStaff))`
  select staff.id, staff.name, to_jsonb(staff.rights) as rights, staff.max_amount, staff.max_per_shift, pin_hash is not null as has_pin,
         shift.opened_at as working_since, version
  from staff left join shift on shift.agent_id = staff.agent_id and shift.staff_id = staff.id and shift.closed_at is null
  where staff.agent_id = ${agentId} and stopped_at is null order by folded_name`
