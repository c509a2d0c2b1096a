import * as contract from '@cashbox/contract/operator'
import { col, query, sql, type Tx, toPage } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { type Actor, writeAudit } from '../access/audit.ts'
import type { RowAct } from '../access/bulk-acts.ts'
import {
  type AppliedOrRequested,
  applyOrRequest,
  applyOrRequestIn,
  changeRoute,
} from '../approvals/apply-or-request.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { toSeconds } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { activityRoutes } from './activity/operator-api.ts'
import { approveAgentHandler, approveInPlace, decideAgentHandler } from './agent-status.ts'
import { setTermsHandler } from './agent-terms.ts'
import { changeContact } from './change-contact.ts'
import { listAgents } from './list-agents.ts'
import { readAgent, refuseUnknown } from './read-agent.ts'

export const agentRoutes = (services: Services): OperatorRoute[] => [
  ...decisionRoutes(services),
  route(contract.listAgents, ({ db, input, operator }) => listAgents({ ...services, db }, input, operator.role)),
  ...noteRoutes(services),
  ...sessionRoutes(services),
  ...activityRoutes,
]

const decisionRoutes = (services: Services): OperatorRoute[] => {
  const fresh = async ({ agent_id }: { readonly agent_id: string }) => ({ agent: await readAgent(services, agent_id) })
  return [
    route(contract.readAgent, ({ input }) => fresh(input)),
    route(contract.approveAgent, async ({ input, actor }) => {
      const request = await applyOrRequest(
        services,
        { kind: 'agent_approve', input, actor },
        approveAgentHandler(services),
      )
      return { ...(await fresh(input)), request }
    }),
    changeRoute(services, 'agent_approve', approveAgentHandler(services), fresh),
    changeRoute(services, 'agent_restore', decideAgentHandler(services), fresh),
    changeRoute(services, 'agent_terms', setTermsHandler(services), fresh),
    route(contract.changeAgentContact, async ({ input, actor }) => {
      await changeContact(services, input, actor)
      return fresh(input)
    }),
  ]
}

export const agentChanges = (services: Services) => ({
  agent_approve: approveAgentHandler(services),
  agent_terms: setTermsHandler(services),
  agent_restore: decideAgentHandler(services),
})

export function agentBulkActs(services: Services) {
  const decide =
    (action: 'request_info' | 'suspend' | 'restore'): RowAct =>
    async (tx, { id, version }, { note, reason, actor, at }) => {
      const input = { agent_id: id, version, action, note, reason }
      const change = { kind: 'agent_restore', input, actor } as const
      return outcomeOf(await applyOrRequestIn(tx, change, decideAgentHandler(services), at))
    }
  return {
    'agent.approve': async (tx, { id, version }, { note, ...context }) =>
      outcomeOf(await approveInPlace(tx, services, { agent_id: id, version, note }, context)),
    'agent.request_info': decide('request_info'),
    'agent.suspend': decide('suspend'),
    'agent.restore': decide('restore'),
    'session.end': async (tx, { id }, context) => {
      const { afterCommit } = await endSessionIn(tx, services, id, context)
      return { outcome: 'done', afterCommit }
    },
  } satisfies Record<string, RowAct>
}

const outcomeOf = ({ request, afterCommit }: AppliedOrRequested) =>
  ({ outcome: request ? 'waiting' : 'done', afterCommit }) as const

const noteRoutes = ({ db, clock }: Services): OperatorRoute[] => [
  route(contract.listAgentNotes, async ({ input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(db, agent_id)
    const rows = await query(db, { ...columnsFor(contract.AgentNote), id: col.uuid })`
      select id, author, text, written_at from agent_note
      where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      order by id desc limit ${limit + 1}`
    return toPage(rows, limit, ({ id }) => id)
  }),
  route(contract.addAgentNote, async ({ input: { agent_id, text }, operator, actor }) => {
    await refuseUnknown(db, agent_id)
    const at = clock.now()
    const note = { id: uuidv7(), author: operator.name, text, written_at: toSeconds(at) }
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into agent_note (id, agent_id, operator_id, author, text, written_at)
        values (${note.id}, ${agent_id}, ${operator.operatorId}, ${note.author}, ${text}, ${at})`)
      const after = { note: text }
      await writeAudit(tx, { at, actor }, { kind: 'agent', id: agent_id }, 'agent.add-note', { after })
    })
    return { note }
  }),
]

interface SessionEnd {
  readonly actor: Actor
  readonly at: Date
  readonly note: string | undefined
}

const sessionRoutes = ({ db: main, clock, live }: Services): OperatorRoute[] => [
  route(contract.listAgentSessions, async ({ db, input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(db, agent_id)
    const now = clock.now()
    const rows = await query(db, { ...columnsFor(contract.AgentSession), id: col.uuid })`
      select id, created_at, last_seen_at, expires_at, ended_at, remember, ip, user_agent, fingerprint, 1 as version,
             ${isInUse(now)} as is_active
      from session
      where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      order by id desc limit ${limit + 1}`
    return toPage(rows, limit, ({ id }) => id)
  }),
  // Takes effect at the next call of the session; an open app calls at once.
  route(contract.endAgentSession, async ({ input: { agent_id, session_id }, actor }) => {
    const at = clock.now()
    await main.transaction(async (tx) => {
      const known = await lockSession(tx, session_id, at)
      if (known.agent_id !== agent_id) throw refusal('not_found')
      if (known.is_open) await end(tx, session_id, known.agent_id, { actor, at, note: undefined })
    })
    live.publish(agent_id, 'status', 'balance', 'notices')
  }),
  route(contract.endAgentSessions, async ({ input: { agent_id: id }, actor }) => {
    await refuseUnknown(main, id)
    const at = clock.now()
    const ended = await main.transaction(async (tx) => {
      const open = await tx.execute(sql`
        update session set ended_at = ${at} where agent_id = ${id} and ended_at is null and expires_at > ${at}`)
      await writeAudit(tx, { at, actor }, { kind: 'agent', id }, 'agent.end-sessions', { after: { sessions: open } })
      return open
    })
    live.publish(id, 'status', 'balance', 'notices')
    return { ended }
  }),
]

/** For bulk actions: refuses a session that has already ended, so that its row shows it. */
async function endSessionIn(tx: Tx, { live }: Services, sessionId: string, context: SessionEnd) {
  const { agent_id, is_open } = await lockSession(tx, sessionId, context.at)
  if (!is_open) throw refusal('session_over')
  await end(tx, sessionId, agent_id, context)
  return { afterCommit: () => live.publish(agent_id, 'status', 'balance', 'notices') }
}

async function lockSession(tx: Tx, id: string, at: Date) {
  const [known] = await query(tx, { agent_id: col.uuid, is_open: col.bool })`
    select agent_id, ${isInUse(at)} as is_open from session where id = ${id} for update`
  if (!known) throw refusal('not_found')
  return known
}

async function end(tx: Tx, id: string, agentId: string, { actor, at, note }: SessionEnd) {
  await tx.execute(sql`update session set ended_at = ${at} where id = ${id}`)
  await writeAudit(tx, { at, actor, reason: note }, { kind: 'agent', id: agentId }, 'agent.end-session', {
    after: { session_id: id },
  })
}

const isInUse = (at: Date) => sql`
  ended_at is null and expires_at > ${at} and last_seen_at + make_interval(secs => idle_seconds) > ${at}`
