import * as contract from '@cashbox/contract/operator'
import { col, query, sql, toPage } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { writeAudit } from '../access/audit.ts'
import type { RowAct } from '../access/bulk-acts.ts'
import {
  type AppliedOrRequested,
  applyOrRequest,
  applyOrRequestIn,
  changeRoute,
} from '../approvals/apply-or-request.ts'
import { toSeconds } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { activityRoutes } from './activity/operator-api.ts'
import { approveAgentHandler, approveInPlace, decideAgentHandler } from './agent-status.ts'
import { setTermsHandler } from './agent-terms.ts'
import { changeContact } from './change-contact.ts'
import { listAgents } from './list-agents.ts'
import { readAgent, refuseUnknown } from './read-agent.ts'
import { endSessionIn, sessionRoutes } from './sessions/operator-api.ts'

const noteColumns = { id: col.uuid, author: col.text, text: col.text, written_at: col.seconds }

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
    const rows = await query(db, noteColumns)`
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
