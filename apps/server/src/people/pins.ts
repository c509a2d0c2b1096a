import { isEasyPin } from '@cashbox/contract'
import { col, type Database, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { hashPassword, matchPassword } from '../access/passwords.ts'
import { openSession } from '../access/sessions.ts'
import { lockFloat } from '../ledger/confirmed.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { queryFirst } from '../platform/query-first.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import { hashToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { addStaff } from './staff.ts'

type Device = Awaited<ReturnType<typeof findDevice>>

/** After so many a person's PIN is not taken on this phone for a minute, then two, and so on up to the longest wait. */
const MOST_WRONG = 5
const FIRST_WAIT_S = 60
const LONGEST_WAIT_S = 15 * 60
/** So many by all people within the time, and the phone takes none until the owner trusts it again. */
export const MOST_WRONG_ON_PHONE = 15
const PHONE_WINDOW_S = 15 * 60

/** Without a limit by address: a shop with many phones behind one address would lock itself out. */
export async function findDevice({ db, limits, clock }: Services, token: string, { ip }: Caller) {
  const device = await queryFirst(db, { id: col.uuid, agent_id: col.uuid })`
    update shop_device set last_seen_at = ${clock.now()}
    where token_hash = ${hashToken(token)} and revoked_at is null returning id, agent_id`
  if (device) return device
  await limits.spend('link-address', ip)
  throw refusal('device_unknown')
}

export async function unlock(
  services: Services,
  { device_token, staff_id, pin }: { readonly device_token: string; readonly staff_id: number; readonly pin: string },
  caller: Caller,
) {
  const { db, clock } = services
  const device = await findDevice(services, device_token, caller)
  const staff = await queryFirst(db, { pin_hash: col.nullable(col.text) })`
    select pin_hash from staff where id = ${staff_id} and agent_id = ${device.agent_id} and stopped_at is null`
  if (!staff) throw refusal('not_found')
  // Counted before it is compared, so that many at once are not compared either.
  await countGuess(db, device, staff_id, clock.now())
  if (!(await matchPassword(staff.pin_hash, pin))) throw refusal('pin_wrong')
  return db.transaction(async (tx) => {
    await forgetGuesses(tx, device, staff_id)
    return signInStaff(services, tx, device, { staffId: staff_id, pinHash: staff.pin_hash }, caller)
  })
}

/** Refuses while this person, or this phone, has to wait; otherwise counts one more. */
async function countGuess(db: Database, { id }: Device, staffId: number, at: Date): Promise<void> {
  const counted = await db.transaction(async (tx) => {
    await countOnPhone(tx, id, at)
    const isCounted = await tx.execute(sql`
      insert into pin_guess as known (device_id, staff_id, wrong) values (${id}, ${staffId}, 1)
      on conflict (device_id, staff_id) do update set wrong = known.wrong + 1,
        locked_until = case when known.wrong + 1 >= ${MOST_WRONG} then ${at}::timestamptz + make_interval(secs =>
          least(${LONGEST_WAIT_S}::float8, ${FIRST_WAIT_S}::float8 * 2 ^ least(known.wrong + 1 - ${MOST_WRONG}, 10))) end
      where coalesce(known.locked_until <= ${at}, true)`)
    if (isCounted > 0) return true
    // The wait counts no more on the phone either.
    await tx.execute(sql`update shop_device set wrong_pins = greatest(wrong_pins - 1, 0) where id = ${id}`)
    return false
  })
  if (counted) return
  const { seconds } = await queryOne(db, { seconds: col.int4 })`
    select greatest(1, ceil(extract(epoch from locked_until - ${at}::timestamptz)))::integer as seconds
    from pin_guess where device_id = ${id} and staff_id = ${staffId}`
  throw refusal('pin_locked', { seconds })
}

async function countOnPhone(tx: Tx, id: string, at: Date): Promise<void> {
  const counted = await tx.execute(sql`
    update shop_device set
      wrong_pins = case when wrong_since > ${at}::timestamptz - make_interval(secs => ${PHONE_WINDOW_S})
        then wrong_pins + 1 else 1 end,
      wrong_since = case when wrong_since > ${at}::timestamptz - make_interval(secs => ${PHONE_WINDOW_S})
        then wrong_since else ${at} end
    where id = ${id} and wrong_pins < ${MOST_WRONG_ON_PHONE}`)
  if (counted === 0) throw refusal('device_needs_log_in')
}

async function forgetGuesses(tx: Tx, { id }: Device, staffId: number): Promise<void> {
  await tx.execute(sql`update shop_device set wrong_pins = greatest(wrong_pins - 1, 0) where id = ${id}`)
  await tx.execute(sql`delete from pin_guess where device_id = ${id} and staff_id = ${staffId}`)
}

/** Under the float, so that nobody who was stopped meanwhile gets a session. Joins their open shift. */
async function signInStaff(
  { clock }: Services,
  tx: Tx,
  { id: deviceId, agent_id: agentId }: Device,
  { staffId, pinHash }: { readonly staffId: number; readonly pinHash: string | null },
  caller: Caller,
) {
  await lockFloat(tx, agentId)
  const staff = await queryFirst(tx, { person_id: col.nullable(col.uuid) })`
    select person_id from staff
    where id = ${staffId} and agent_id = ${agentId} and stopped_at is null and pin_hash = ${pinHash}
      and exists (select 1 from shop_device where id = ${deviceId} and revoked_at is null)`
  if (!staff) throw refusal('pin_wrong')
  const device = { user_agent: caller.userAgent }
  const member = { id: staffId, personId: staff.person_id, deviceId }
  const token = await openSession(tx, clock, agentId, { remember: false, caller, device, staff: member })
  const { shift_id } = await queryOne(tx, { shift_id: col.nullable(col.int4) })`
    update session set shift_id = (
      select id from shift where agent_id = ${agentId} and staff_id = ${staffId} and closed_at is null)
    where token_hash = ${hashToken(token)} returning shift_id`
  return { token, staff_id: staffId, shift_id }
}

/** The code of an invitation makes somebody new, or gives somebody who works here a new PIN. */
export async function join(
  services: Services,
  { device_token, code, pin }: { readonly device_token: string; readonly code: string; readonly pin: string },
  caller: Caller,
) {
  const { db, clock } = services
  const device = await findDevice(services, device_token, caller)
  if (isEasyPin(pin)) throw invalidFields({ pin: [{ code: 'pin_too_easy' }] })
  const at = clock.now()
  // Codes are guessed at the cost of the phone.
  await db.transaction((tx) => countOnPhone(tx, device.id, at))
  const isKnown = await db.execute(sql`
    select 1 from staff_invitation
    where hash = ${hashToken(code)} and agent_id = ${device.agent_id} and used_at is null and withdrawn_at is null
      and expires_at > ${at}`)
  if (isKnown === 0) throw refusal('shop_code_invalid')
  const pinHash = await hashPassword(pin)
  return db.transaction(async (tx) => {
    await tx.execute(sql`update shop_device set wrong_pins = greatest(wrong_pins - 1, 0) where id = ${device.id}`)
    await lockFloat(tx, device.agent_id)
    const staffId = await acceptInvitation(tx, device, code, pinHash, at)
    await tx.execute(sql`delete from pin_guess where staff_id = ${staffId}`)
    return signInStaff(services, tx, device, { staffId, pinHash }, caller)
  })
}

async function acceptInvitation(tx: Tx, { agent_id: agentId }: Device, code: string, pinHash: string, at: Date) {
  const invitation = await queryFirst(tx, {
    staff_id: col.nullable(col.int4),
    name: col.text,
    rights: col.textArray,
    max_amount: col.nullable(col.int8),
    max_per_shift: col.nullable(col.int8),
  })`
    update staff_invitation set used_at = ${at}
    where hash = ${hashToken(code)} and agent_id = ${agentId} and used_at is null and withdrawn_at is null
      and expires_at > ${at}
    returning staff_id, name, rights, max_amount, max_per_shift`
  if (!invitation) throw refusal('shop_code_invalid')
  const { staff_id: staffId, ...terms } = invitation
  if (staffId === null) return addStaff(tx, { agentId, personId: null, pinHash, ...terms }, at)
  const changed = await tx.execute(sql`
    update staff set pin_hash = ${pinHash}, pin_set_at = ${at}, version = version + 1
    where id = ${staffId} and stopped_at is null`)
  if (changed === 0) throw refusal('shop_code_invalid')
  // Whoever knew the old PIN is signed out.
  await tx.execute(
    sql`update session set ended_at = ${at} where staff_id = ${staffId} and device_id is not null and ended_at is null`,
  )
  return staffId
}
