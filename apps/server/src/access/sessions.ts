import { type AgentStatus, agentStatuses, OwnSession, type StaffRight, staffRights } from '@cashbox/contract'
import { col, query, sql, type Tx } from '@cashbox/postgres/database'
import { grouped } from '@cashbox/postgres/group'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { columnsFor } from '../platform/answer-columns.ts'
import { type Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'

export interface AgentSession {
  readonly sessionId: string
  readonly agentId: string
  /** Null for staff who only have a PIN. */
  readonly personId: string | null
  /** Null for the owner of the point. */
  readonly staff: StaffMember | null
  /** The open shift that confirmations of this session count in. */
  readonly shiftId: number | null
  readonly status: AgentStatus
  readonly isDemo: boolean
}

/** Whose password and address a call changes. */
export function personOf({ personId }: AgentSession): string {
  if (personId === null) throw refusal('staff_right_missing')
  return personId
}

/** As confirmations take it: null for an owner without a shift, 0 for staff without one. */
export const shiftOf = ({ shiftId, staff }: AgentSession): number | null => shiftId ?? (staff && 0)

interface StaffMember {
  readonly id: number
  readonly name: string
  readonly rights: readonly StaffRight[]
}

export interface Device {
  readonly fingerprint?: string | null | undefined
  readonly user_agent?: string | null | undefined
}

export type Sessions = ReturnType<typeof createSessions>

const DAY_S = 24 * 60 * 60

const lifetimes = {
  remembered: { idleS: 30 * DAY_S, absoluteS: 90 * DAY_S },
  brief: { idleS: 12 * 60 * 60, absoluteS: DAY_S },
}
const TOUCH_EVERY_MS = 60_000
const USER_AGENT_LENGTH = 500

const StaffRow = z.object({
  id: z.int(),
  name: z.string(),
  rights: z.array(z.enum(staffRights)),
})

const sessionColumns = {
  token_hash: col.text,
  session_id: col.uuid,
  agent_id: col.uuid,
  person_id: col.nullable(col.uuid),
  staff: col.nullable(col.json(StaffRow)),
  shift_id: col.nullable(col.int4),
  last_seen_at: col.timestamptz,
  status: col.oneOf(...agentStatuses),
  is_demo: col.bool,
  is_off_maintenance: col.bool,
}

export const ownSessionColumns = { ...columnsFor(OwnSession), id: col.uuid }

export function createSessions({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  // One round trip for requests that arrive at the same time. Nothing that decides who may act is kept between calls.
  const findAll = grouped(async (hashes: string[]) => {
    const now = clock.now()
    const rows = await query(db, sessionColumns)`
      select session.token_hash, session.id as session_id, session.agent_id, session.person_id, session.last_seen_at,
             session.shift_id, agent.status, agent.is_demo, (
               select jsonb_build_object('id', staff.id, 'name', staff.name, 'rights', staff.rights)
               from staff where staff.id = session.staff_id) as staff,
             coalesce((select value = 'true' from setting where key = 'is_off_maintenance'), true) as is_off_maintenance
      from session join agent on agent.id = session.agent_id
      where session.token_hash = any (${hashes}::text[]) and is_in_use(
        ended_at => session.ended_at, expires_at => session.expires_at, last_seen_at => session.last_seen_at,
        idle_seconds => session.idle_seconds, at => ${now})`
    const byHash = new Map(rows.map((row) => [row.token_hash, row]))
    return hashes.map((hash) => byHash.get(hash) ?? null)
  })

  /** Writes at most once a minute. */
  const noteUse = (sessionId: string, lastSeenAt: Date) => {
    const now = clock.now()
    if (now.getTime() - lastSeenAt.getTime() <= TOUCH_EVERY_MS) return
    db.execute(sql`update session set last_seen_at = ${now} where id = ${sessionId}`).catch((error: unknown) =>
      log.error({ err: error }, 'could not save when a session was last used'),
    )
  }

  return {
    /** An unattended call does not count as use of the session, because no person made it. */
    async find(token: string, { isUnattended }: { readonly isUnattended: boolean } = { isUnattended: false }) {
      const row = await findAll(hashToken(token))
      if (!row) return null
      if (!isUnattended) noteUse(row.session_id, row.last_seen_at)
      return {
        sessionId: row.session_id,
        agentId: row.agent_id,
        personId: row.person_id,
        staff: row.staff,
        shiftId: row.shift_id,
        status: row.status,
        isDemo: row.is_demo,
        isOffMaintenance: row.is_off_maintenance,
      }
    },

    noteUse,
  }
}

interface NewSession {
  readonly remember: boolean
  readonly caller: Caller
  readonly device: Device
  /** Who signs in, if not the owner. */
  readonly staff?: { readonly id: number; readonly personId: string | null; readonly deviceId: string | null }
}

/** A session at one point. Returns the token; only its hash is stored. */
export async function openSession(
  tx: Tx,
  clock: Clock,
  agentId: string,
  { remember, caller, device, staff }: NewSession,
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  const { idleS, absoluteS } = remember ? lifetimes.remembered : lifetimes.brief
  const userAgent = (device.user_agent ?? caller.userAgent)?.slice(0, USER_AGENT_LENGTH) ?? null
  await tx.execute(sql`
    insert into session (id, agent_id, person_id, staff_id, device_id, token_hash, remember, created_at, last_seen_at,
                         idle_seconds, expires_at, fingerprint, user_agent, ip)
    values (${uuidv7()}, ${agentId},
            ${staff ? sql`${staff.personId}` : sql`(select owner_id from agent where id = ${agentId})`},
            ${staff?.id ?? null}, ${staff?.deviceId ?? null}, ${hashToken(token)}, ${remember}, ${now}, ${now}, ${idleS},
            ${new Date(now.getTime() + absoluteS * 1000)}, ${device.fingerprint ?? null}, ${userAgent}, ${caller.ip})`)
  return token
}

export const endSession = ({ db, clock }: Pick<Services, 'db' | 'clock'>, sessionId: string) =>
  db.execute(sql`update session set ended_at = ${clock.now()} where id = ${sessionId} and ended_at is null`)

export const endSessionsOf = (tx: Tx, clock: Clock, personId: string, except: string | null = null) =>
  tx.execute(sql`
    update session set ended_at = ${clock.now()}
    where person_id = ${personId} and ended_at is null and id is distinct from ${except}::uuid`)

export const endDemoSessions = (tx: Tx, at: Date) =>
  tx.execute(sql`
    update session set ended_at = ${at} where ended_at is null and agent_id in (select id from agent where is_demo)`)
