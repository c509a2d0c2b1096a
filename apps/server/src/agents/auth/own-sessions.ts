import type {
  endOtherSessions as endCall,
  listOwnSessions as listCall,
  OutputOf,
  ParsedInputOf,
} from '@cashbox/contract'
import type { SignedIn } from '../../access/sessions.ts'
import { shownSessionColumns, showSession } from '../../access/shown-session.ts'
import { sql } from '../../platform/database/sql.ts'
import { checkOwnPassword } from './check-own-password.ts'
import type { AuthServices } from './services.ts'

/** More than a person has devices; older ones end with "all others" too. */
const MOST = 50

export async function listOwnSessions(
  { db, clock }: AuthServices,
  { agentId, sessionId }: SignedIn,
): Promise<OutputOf<typeof listCall>> {
  const now = clock.now()
  const rows = await db.query(
    sql`
      select id, created_at, last_seen_at, user_agent, ip from session
      where agent_id = ${agentId} and ended_at is null and expires_at > ${now}
        and last_seen_at + make_interval(secs => idle_seconds) > ${now}
      order by id = ${sessionId}::uuid desc, id desc limit ${MOST}`,
    shownSessionColumns,
  )
  return { list: rows.map((row) => showSession(row, sessionId)) }
}

/** One other session, or all others; the session that asks stays. */
export async function endOtherSessions(
  services: AuthServices,
  { current_password, session_id }: ParsedInputOf<typeof endCall>,
  { agentId, sessionId }: SignedIn,
): Promise<OutputOf<typeof endCall>> {
  await checkOwnPassword(services, agentId, current_password)
  const ended = await services.db.execute(sql`
    update session set ended_at = ${services.clock.now()}
    where agent_id = ${agentId} and ended_at is null and id <> ${sessionId}
      and (${session_id ?? null}::uuid is null or id = ${session_id ?? null}::uuid)`)
  return { ended }
}
