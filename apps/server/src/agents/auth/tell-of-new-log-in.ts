import type { Device } from '../../access/sessions.ts'
import { writeNotice } from '../../notices/notice.ts'
import { wideNetworkOf } from '../../platform/addresses.ts'
import { nullable, text } from '../../platform/database/columns.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import type { AuthServices } from './services.ts'

/** More than a person logs in while sessions are kept. */
const LOOKED_AT = 200

/** Writes a notice when an agent logs in with a device, or in a network, that none of their kept sessions has. Says whether it did. */
export async function tellOfNewLogIn(
  { clock }: AuthServices,
  tx: Tx,
  agentId: string,
  { ip, userAgent }: Caller,
  { fingerprint, user_agent }: Device,
): Promise<boolean> {
  const before = await tx.query(
    sql`select fingerprint, ip from session where agent_id = ${agentId} order by created_at desc limit ${LOOKED_AT}`,
    { fingerprint: nullable(text), ip: nullable(text) },
  )
  const network = wideNetworkOf(ip)
  const isKnownDevice = before.some((session) => session.fingerprint === (fingerprint ?? null))
  const isKnownPlace = before.some((session) => session.ip !== null && wideNetworkOf(session.ip) === network)
  if (before.length === 0 || (isKnownDevice && isKnownPlace)) return false
  const data = { user_agent: user_agent ?? userAgent, ip }
  await writeNotice(tx, agentId, { kind: 'new_login', data }, clock.now())
  return true
}
