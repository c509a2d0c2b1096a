import type { Device } from '../../access/sessions.ts'
import { networksOf, wideNetworkOf } from '../../platform/addresses.ts'
import { nullable, text } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import type { AuthServices } from './services.ts'

/** More than a person logs in while sessions are kept. */
const LOOKED_AT = 200

/**
 * Counts a try to log in, and refuses when there were too many. Where the agent has logged in before, tries have an
 * allowance of their own, which strangers elsewhere can't use up. Answers with what gives the try back.
 */
export async function checkAttempt(services: AuthServices, email: string, caller: Caller, device: Device) {
  const { limits } = services
  if (await isKnown(services, email, caller, device)) {
    const place = `${email} ${networksOf(caller.ip).network}`
    if (!limits.exceeds('login-known', await limits.count('login-known', place))) {
      return () => limits.giveBack('login-known', place)
    }
  }
  await limits.spend('login-account', email)
  return () => limits.giveBack('login-account', email)
}

/** The same address as a kept session, or the same device in the network around it: many phones look alike. */
async function isKnown({ db }: AuthServices, email: string, { ip }: Caller, { fingerprint }: Device): Promise<boolean> {
  const before = await db.query(
    sql`
      select fingerprint, ip from session where agent_id in (select id from agent where email = ${email})
      order by created_at desc limit ${LOOKED_AT}`,
    { fingerprint: nullable(text), ip: nullable(text) },
  )
  const [here, around] = [networksOf(ip).network, wideNetworkOf(ip)]
  return before.some((session) => {
    if (session.ip === null) return false
    if (networksOf(session.ip).network === here) return true
    return fingerprint != null && session.fingerprint === fingerprint && wideNetworkOf(session.ip) === around
  })
}
