import * as contract from '@cashbox/contract'
import { agentStatuses, FileRequest, languages, PDF_LINES } from '@cashbox/contract'
import { col, query, queryOne, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { type AgentRoute, refuseBlocked, route } from '../../access/admit-agent.ts'
import type { AgentSession } from '../../access/sessions.ts'
import { type Caller } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/keyring.ts'
import type { Services } from '../../platform/services.ts'
import { findTimezone } from '../../texts/dictionaries.ts'
import type { FilePlan } from './file-content.ts'
import { makeFile, openContent } from './make-file.ts'

export const fileRoutes = (services: Services): AgentRoute[] => [
  route(contract.requestFile, ({ agent, caller, input }) => requestFile(services, agent, caller, input)),
  route(contract.downloadFile, ({ input, noteAgent }) => downloadFile(services, input.token, noteAgent)),
]

const FILES_AT_ONCE = 2
const LIFETIME_MS = 60_000

const StoredPlan = z.object({ language: z.enum(languages), timezone: z.string(), request: FileRequest })

/** Returns a one-time address for the download, so that a long file never has to fit into the page. Refuses here. */
async function requestFile(services: Services, agent: AgentSession, caller: Caller, request: FileRequest) {
  const { db, clock, limits, files } = services
  refuseBlocked(agent)
  files.refuseMore(agent.agentId, FILES_AT_ONCE)
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
    insert into file_request (token_hash, agent_id, session_id, plan, expires_at)
    values (${hashToken(token)}, ${agent.agentId}, ${agent.sessionId}, ${JSON.stringify(plan)}::jsonb,
            ${new Date(clock.now().getTime() + LIFETIME_MS)})`)
  return { path: `/files/${token}` }
}

/** The address works once, while the session that requested it is active. */
async function consumeRequest({ db, clock }: Services, token: string): Promise<FilePlan> {
  const now = clock.now()
  const [taken] = await query(db, { agent_id: col.uuid, session_id: col.uuid, plan: col.json(StoredPlan) })`
    delete from file_request where token_hash = ${hashToken(token)} and expires_at > ${now}
        returning agent_id, session_id, plan`
  if (!taken) throw refusal('file_expired')
  const [agent] = await query(db, { status: col.oneOf(...agentStatuses) })`
    select agent.status from session join agent on agent.id = session.agent_id
    where session.id = ${taken.session_id} and session.ended_at is null and session.expires_at > ${now}`
  if (!agent) throw refusal('not_signed_in')
  refuseBlocked(agent)
  return { agentId: taken.agent_id, ...taken.plan }
}

async function zoneOf({ db }: Services, { agentId }: AgentSession, { timezone }: FileRequest): Promise<string> {
  if (timezone !== undefined) {
    const known = findTimezone(timezone)
    if (known === null) throw refusal('timezone_unknown')
    return known
  }
  return (await queryOne(db, { timezone: col.text })`select timezone from agent where id = ${agentId}`).timezone
}

/** The secret is in the address, because a browser that downloads a file sends no token. */
async function downloadFile(services: Services, token: string, noteAgent: (agentId: string) => void) {
  const plan = await consumeRequest(services, token)
  noteAgent(plan.agentId)
  services.files.refuseMore(plan.agentId, FILES_AT_ONCE)
  const { name, file } = await makeFile({ ...services, db: services.db.forLists() }, plan)
  services.files.add(plan.agentId, file)
  return { name, type: plan.request.format, content: file }
}
