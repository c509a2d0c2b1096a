import { agentStatuses, FILE_PATH, FileRequest, languages, PDF_LINES } from '@cashbox/contract'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { refuseBlocked } from '../../access/admit-agent.ts'
import type { SignedIn } from '../../access/sessions.ts'
import { json, oneOf, only, sql, text, uuid } from '../../platform/database/database.ts'
import type { OpenFiles } from '../../platform/files/open-files.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { type Caller, noteCaller } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/keyring.ts'
import type { Services } from '../../platform/services.ts'
import { findTimezone } from '../../texts/dictionaries.ts'
import type { FilePlan } from './file-content.ts'
import { makeFile, openContent } from './make-file.ts'

const LIFETIME_MS = 60_000

const StoredPlan = z.object({ language: z.enum(languages), timezone: z.string(), request: FileRequest })

/**
 * Returns a one-time address from which the browser downloads the file, so that a long file never has to fit into the page.
 * Refuses here, where the app can show the message.
 */
export async function requestFile(
  services: Services,
  open: OpenFiles,
  agent: SignedIn,
  caller: Caller,
  request: FileRequest,
) {
  const { db, clock, limits } = services
  refuseBlocked(agent)
  open.refuseMore(agent.agentId)
  await limits.spend('file-account', agent.agentId)
  const plan = {
    agentId: agent.agentId,
    language: caller.language,
    timezone: await zoneOf(services, agent, request),
    request,
  }
  if (request.format === 'pdf' && (await openContent(db, plan)).lines > PDF_LINES) {
    throw refusal('file_too_long', { maximum: PDF_LINES })
  }
  const token = newToken()
  await db.execute(sql`
    insert into file_request (token_hash, agent_id, session_id, wish, expires_at)
    values (${hashToken(token)}, ${agent.agentId}, ${agent.sessionId}, ${JSON.stringify(plan)}::jsonb,
            ${new Date(clock.now().getTime() + LIFETIME_MS)})`)
  return { path: `/files/${token}` }
}

/** The address works once, while the session that requested it is active. */
async function consumeRequest({ db, clock }: Services, token: string): Promise<FilePlan> {
  const now = clock.now()
  const [taken] = await db.query(
    sql`delete from file_request where token_hash = ${hashToken(token)} and expires_at > ${now}
        returning agent_id, session_id, wish`,
    { agent_id: uuid, session_id: uuid, wish: json(StoredPlan) },
  )
  if (!taken) throw refusal('file_expired')
  const [agent] = await db.query(
    sql`
      select session.id as session_id, agent.status from session join agent on agent.id = session.agent_id
      where session.id = ${taken.session_id} and session.ended_at is null and session.expires_at > ${now}`,
    { session_id: uuid, status: oneOf(...agentStatuses) },
  )
  if (!agent) throw refusal('not_signed_in')
  refuseBlocked({ ...agent, sessionId: agent.session_id, agentId: taken.agent_id, isDemo: false })
  return { agentId: taken.agent_id, ...taken.wish }
}

async function zoneOf({ db }: Services, { agentId }: SignedIn, { timezone }: FileRequest): Promise<string> {
  if (timezone !== undefined) {
    const known = findTimezone(timezone)
    if (known === null) throw refusal('timezone_unknown')
    return known
  }
  return only(await db.query(sql`select timezone from agent where id = ${agentId}`, { timezone: text })).timezone
}

/** Serves the requested files. The secret is in the address, because a browser that downloads a file sends no token. */
export const filePages =
  (services: Services, open: OpenFiles): FastifyPluginAsync =>
  async (api) => {
    api.addHook('preClose', async () => open.closeAll())
    api.get(FILE_PATH, { exposeHeadRoute: false, compress: false }, async (request, reply) => {
      const { token } = request.params as { token: string }
      const plan = await consumeRequest(services, token)
      noteCaller(request, 'agent', plan.agentId)
      open.refuseMore(plan.agentId)
      const { name, file } = await makeFile(services, plan)
      open.add(plan.agentId, file)
      // Without a listener the error would end the program; the reader sees that the file broke off.
      file.on('error', (error) => request.log.error({ err: error }, 'file failed'))
      return sendFile(reply, file, name, plan.request.format)
    })
  }
