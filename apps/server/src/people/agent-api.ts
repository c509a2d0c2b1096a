import * as contract from '@cashbox/contract'
import { formatMinor, type ShopShift as Shift, type StaffRight } from '@cashbox/contract'
import type { AuditAction } from '@cashbox/contract/operator'
import { col, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import { writeAudit } from '../access/audit.ts'
import type { AgentSession } from '../access/sessions.ts'
import { toSeconds } from '../platform/clock.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { queryFirst } from '../platform/query-first.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { addDevice, enrolDevice, listDevices, newCode, revokeDevice, type ShopCode, trustDevice } from './devices.ts'
import { findDevice, join, MOST_WRONG_ON_PHONE, unlock } from './pins.ts'
import { listPoints, requestPoint, switchPoint } from './points.ts'
import { closeShift, listShifts, openShift, readShift, type ShiftReport } from './shifts.ts'
import { changeStaffTerms, listStaff, type StaffTerms, stopStaff } from './staff.ts'

const MOST_STAFF = 100

export const shopRoutes = (services: Services): AgentRoute[] => [
  ...pointRoutes(services),
  ...deviceRoutes(services),
  ...staffRoutes(services),
  ...shiftRoutes(services),
]

const pointRoutes = (services: Services): AgentRoute[] => [
  route(contract.listPoints, ({ agent }) => listPoints(services, agent)),
  route(contract.switchPoint, ({ agent, input, caller }) => switchPoint(services, agent, input.cash_id, caller)),
  route(contract.requestPoint, ({ agent, input, caller }) => requestPoint(services, agent, input, caller)),
]

const deviceRoutes = (services: Services): AgentRoute[] => {
  const { db, clock, limits } = services
  return [
    route(contract.readShop, ({ agent: { agentId } }) =>
      db.transaction(async (tx) => ({
        staff: await listStaff(tx, agentId),
        devices: await listDevices(tx, agentId, clock.now(), MOST_WRONG_ON_PHONE),
      })),
    ),
    route(contract.addShopDevice, ({ agent, input: { name } }) =>
      db.transaction(async (tx) => sent(await addDevice(tx, agent.agentId, name, clock.now()))),
    ),
    route(contract.enrolShopDevice, async ({ input: { code }, caller }) => {
      await limits.spend('link-address', caller.ip)
      return db.transaction(async (tx) => {
        const { token, agentId, name } = await enrolDevice(tx, code, clock.now())
        await audit(tx, services, { agentId, staff: null }, caller, 'agent.add-phone', name)
        return { device_token: token }
      })
    }),
    route(contract.trustShopDevice, ({ agent, input }) =>
      db.transaction((tx) => trustDevice(tx, agent.agentId, input.device_id)),
    ),
    route(contract.revokeShopDevice, ({ agent, input, caller }) =>
      db.transaction(async (tx) => {
        const name = await revokeDevice(tx, agent.agentId, input.device_id, clock.now())
        await audit(tx, services, agent, caller, 'agent.revoke-phone', name)
      }),
    ),
    route(contract.readLockScreen, async ({ input, caller }) => {
      const device = await findDevice(services, input.device_token, caller)
      const now = clock.now()
      const shop = await queryOne(db, { cash_id: col.digits, name: col.text, needs_log_in: col.bool })`
        select cash_id, first_name || ' ' || last_name as name, wrong_pins >= ${MOST_WRONG_ON_PHONE} as needs_log_in
        from shop_device join agent on agent.id = agent_id where shop_device.id = ${device.id}`
      const staff = await query(db, {
        id: col.int4,
        name: col.text,
        has_pin: col.bool,
        locked_until: col.nullable(col.seconds),
      })`
        select staff.id, name, pin_hash is not null as has_pin,
               case when locked_until > ${now} then locked_until end as locked_until
        from staff left join pin_guess on device_id = ${device.id} and staff_id = staff.id
        where agent_id = ${device.agent_id} and stopped_at is null order by folded_name`
      return { cash_id: shop.cash_id, shop: shop.name.trim(), needs_log_in: shop.needs_log_in, staff }
    }),
    route(contract.unlockShop, ({ input, caller }) => unlock(services, input, caller)),
    route(contract.joinShop, ({ input, caller }) => join(services, input, caller)),
  ]
}

const staffRoutes = (services: Services): AgentRoute[] => {
  const { db, clock } = services
  return [
    route(contract.inviteStaff, ({ agent, input: { name, ...terms }, caller }) =>
      db.transaction(async (tx) => {
        await refuseAbove(tx, agent, terms)
        const { count } = await queryOne(tx, { count: col.int8 })`
          select (select count(*) from staff where agent_id = ${agent.agentId} and stopped_at is null) + (
            select count(*) from staff_invitation where agent_id = ${agent.agentId} and staff_id is null
              and used_at is null and withdrawn_at is null and expires_at > ${clock.now()}) as count`
        if (count >= MOST_STAFF) throw refusal('shop_limit_reached')
        await audit(tx, services, agent, caller, 'agent.add-staff', name)
        return invite(tx, agent, { name, staffId: null, terms }, clock.now())
      }),
    ),
    route(contract.resetPin, ({ agent, input: { staff_id: staffId }, caller }) =>
      db.transaction(async (tx) => {
        const { name, ...terms } = await readMember(tx, agent, staffId)
        await audit(tx, services, agent, caller, 'agent.change-staff', name)
        return invite(tx, agent, { name, staffId, terms }, clock.now())
      }),
    ),
    route(contract.changeStaff, ({ agent, input: { staff_id: staffId, version, ...terms }, caller }) =>
      db.transaction(async (tx) => {
        const { name } = await readMember(tx, agent, staffId)
        await refuseAbove(tx, agent, terms)
        await changeStaffTerms(tx, agent.agentId, staffId, terms, version)
        await audit(tx, services, agent, caller, 'agent.change-staff', name)
      }),
    ),
    route(contract.stopStaff, async ({ agent, input: { staff_id: staffId }, caller }) => {
      await db.transaction(async (tx) => {
        const { name } = await readMember(tx, agent, staffId)
        await stopStaff(tx, agent.agentId, staffId, clock.now())
        await audit(tx, services, agent, caller, 'agent.stop-staff', name)
      })
    }),
  ]
}

const shiftRoutes = ({ db, clock }: Services): AgentRoute[] => [
  route(contract.openOwnShift, ({ agent: { agentId, sessionId, staff } }) =>
    db.transaction(async (tx) => {
      const id = await openShift(tx, { agentId, sessionId, staffId: staff?.id ?? null }, clock.now())
      return { shift: toShift(await readShift(tx, agentId, id)) }
    }),
  ),
  route(contract.closeShift, ({ agent, input: { shift_id: shiftId } }) =>
    db.transaction(async (tx) => {
      const { agentId, staff } = agent
      const shift = await queryFirst(tx, { staff_id: col.nullable(col.int4) })`
        select staff_id from shift where id = ${shiftId} and agent_id = ${agentId}`
      if (!shift) throw refusal('not_found')
      const isOwn = shift.staff_id === (staff?.id ?? null)
      if (!isOwn && staff !== null && !staff.rights.includes('staff')) throw refusal('staff_right_missing')
      const kind = isOwn ? 'uncounted' : 'forced'
      const by = staff?.name ?? 'owner'
      return { shift: toShift(await closeShift(tx, { agentId, shiftId, by, kind }, clock.now())) }
    }),
  ),
  route(contract.listShifts, async ({ agent }) => ({
    list: (await db.transaction((tx) => listShifts(tx, agent.agentId))).map(toShift),
  })),
]

const toShift = ({ deposit_sum, withdraw_sum, ...shift }: ShiftReport): Shift => ({
  ...shift,
  deposit_sum: formatMinor(deposit_sum),
  withdraw_sum: formatMinor(withdraw_sum),
})

const sent = ({ code, expiresAt }: ShopCode) => ({ code, expires_at: toSeconds(expiresAt) })

interface Invitation {
  readonly name: string
  /** Null for somebody new. */
  readonly staffId: number | null
  readonly terms: StaffTerms
}

async function invite(tx: Tx, { agentId, staff }: AgentSession, { name, staffId, terms }: Invitation, at: Date) {
  await tx.execute(sql`
    delete from staff_invitation where agent_id = ${agentId} and used_at is null and expires_at < ${at}`)
  const made = newCode(at)
  await tx.execute(sql`
    insert into staff_invitation (hash, agent_id, staff_id, invited_by, name, rights, max_amount, max_per_shift, expires_at)
    values (${hashToken(made.code)}, ${agentId}, ${staffId}, ${staff?.id ?? null}, ${name}, ${[...terms.rights]},
      ${terms.max_amount}, ${terms.max_per_shift}, ${made.expiresAt})`)
  return sent(made)
}

/** A manager gives nobody more than they have, and changes nobody who has more; nor themselves. */
async function refuseAbove(tx: Tx, { agentId, staff }: AgentSession, given: StaffTerms): Promise<void> {
  if (staff === null) return
  const own = await queryOne(tx, { max_amount: col.nullable(col.int8), max_per_shift: col.nullable(col.int8) })`
    select max_amount, max_per_shift from staff where id = ${staff.id} and agent_id = ${agentId}`
  const isAbove = (limit: bigint | null, most: bigint | null) => most !== null && (limit === null || limit > most)
  const hasMore =
    given.rights.some((right) => !staff.rights.includes(right as StaffRight)) ||
    isAbove(given.max_amount, own.max_amount) ||
    isAbove(given.max_per_shift, own.max_per_shift)
  if (hasMore) throw refusal('staff_right_missing')
}

async function readMember(tx: Tx, agent: AgentSession, staffId: number) {
  const member = await queryFirst(tx, {
    name: col.text,
    rights: col.textArray,
    max_amount: col.nullable(col.int8),
    max_per_shift: col.nullable(col.int8),
  })`
    select name, rights, max_amount, max_per_shift from staff
    where id = ${staffId} and agent_id = ${agent.agentId} and stopped_at is null for no key update`
  if (!member) throw refusal('not_found')
  if (agent.staff?.id === staffId) throw refusal('staff_right_missing')
  await refuseAbove(tx, agent, member)
  return member
}

async function audit(
  tx: Tx,
  { clock }: Services,
  { agentId, staff }: Pick<AgentSession, 'agentId' | 'staff'>,
  { ip }: Caller,
  action: AuditAction,
  name: string,
): Promise<void> {
  const { cash_id } = await queryOne(tx, { cash_id: col.digits })`select cash_id from agent where id = ${agentId}`
  const who = staff === null ? `agent ${cash_id}` : `${staff.name}, agent ${cash_id}`
  const context = { at: clock.now(), actor: { operatorId: null, name: who, ip } }
  await writeAudit(tx, context, { kind: 'agent', id: agentId }, action, { after: { name } })
}
