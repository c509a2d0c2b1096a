import { randomInt } from 'node:crypto'
import { col, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { queryFirst } from '../platform/query-first.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'

const MOST_DEVICES = 20
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_MS = 10 * 60 * 1000

export interface ShopCode {
  readonly code: string
  readonly expiresAt: Date
}

/** Typed by hand on another phone, so without letters that look like others. */
export const newCode = (at: Date): ShopCode => ({
  code: Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  expiresAt: new Date(at.getTime() + CODE_MS),
})

export async function addDevice(tx: Tx, agentId: string, name: string, at: Date): Promise<ShopCode> {
  await tx.execute(sql`select 1 from agent where id = ${agentId} for no key update`)
  const { count } = await queryOne(tx, { count: col.int8 })`
    select count(*) as count from shop_device
    where agent_id = ${agentId} and revoked_at is null and (enrolled_at is not null or code_until > ${at})`
  if (count >= MOST_DEVICES) throw refusal('shop_limit_reached')
  const made = newCode(at)
  await tx.execute(sql`
    insert into shop_device (id, agent_id, name, code_hash, code_until)
    values (${uuidv7()}, ${agentId}, ${name}, ${hashToken(made.code)}, ${made.expiresAt})`)
  return made
}

/** Returns the token of the phone; only its hash is stored. */
export async function enrolDevice(
  tx: Tx,
  code: string,
  at: Date,
): Promise<{ token: string; agentId: string; name: string }> {
  const token = newToken()
  const enrolled = await queryFirst(tx, { agent_id: col.uuid, name: col.text })`
    update shop_device set code_hash = null, token_hash = ${hashToken(token)}, enrolled_at = ${at}
    where code_hash = ${hashToken(code)} and code_until > ${at} and revoked_at is null
    returning agent_id, name`
  if (!enrolled) throw refusal('shop_code_invalid')
  return { token, agentId: enrolled.agent_id, name: enrolled.name }
}

/** Also ends what is signed in on it. */
export async function revokeDevice(tx: Tx, agentId: string, deviceId: string, at: Date): Promise<string> {
  const revoked = await queryFirst(tx, { name: col.text })`
    update shop_device set revoked_at = ${at}, code_hash = null
    where id = ${deviceId} and agent_id = ${agentId} and revoked_at is null returning name`
  if (!revoked) throw refusal('not_found')
  await tx.execute(sql`update session set ended_at = ${at} where device_id = ${deviceId} and ended_at is null`)
  return revoked.name
}

export async function trustDevice(tx: Tx, agentId: string, deviceId: string): Promise<void> {
  const trusted = await tx.execute(sql`
    update shop_device set wrong_pins = 0, wrong_since = null
    where id = ${deviceId} and agent_id = ${agentId} and revoked_at is null`)
  if (trusted === 0) throw refusal('not_found')
  await tx.execute(sql`delete from pin_guess where device_id = ${deviceId}`)
}

export const listDevices = (tx: Tx, agentId: string, at: Date, mostWrong: number) => query(tx, {
  id: col.uuid,
  name: col.text,
  enrolled_at: col.nullable(col.seconds),
  last_seen_at: col.nullable(col.seconds),
  needs_log_in: col.bool,
})`
  select id, name, enrolled_at, last_seen_at, wrong_pins >= ${mostWrong} as needs_log_in from shop_device
  where agent_id = ${agentId} and revoked_at is null and (enrolled_at is not null or code_until > ${at}) order by id`
