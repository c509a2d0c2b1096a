import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, type Database, query, queryOne, sql, toPage } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import type { RowAct } from '../access/bulk-acts.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { findRequest, mayDecide, requestColumns, selectRequests, toRequest } from './approval-request.ts'
import { decideRequest, type Executors, withdrawRequest } from './decide-request.ts'

export const approvalRoutes = ({ db, clock }: Services, executors: Executors): OperatorRoute[] => [
  route(contract.listApprovalRequests, ({ db: reading, input, operator }) =>
    listRequests(reading, input, operator.operatorId),
  ),
  route(contract.readApprovalRequest, async ({ input }) => {
    const request = await findRequest(db, input.request_id)
    if (!request) throw refusal('not_found')
    return { request: toRequest(request) }
  }),
  route(contract.decideApprovalRequest, async (decision) => {
    const at = clock.now()
    const { request, afterCommit } = await db.transaction((tx) => decideRequest(tx, executors, decision, at))
    afterCommit?.()
    return { request: toRequest(request) }
  }),
  route(contract.withdrawApprovalRequest, async (withdrawal) => {
    const at = clock.now()
    return { request: toRequest(await db.transaction((tx) => withdrawRequest(tx, withdrawal, at))) }
  }),
  route(contract.listWaitingChanges, ({ input, operator }) => listWaitingChanges(db, input, operator.role)),
  route(contract.countWaiting, ({ operator }) => countWaiting(db, operator)),
]

const all = sql``

async function listRequests(
  db: Database,
  input: ParsedInputOf<typeof contract.listApprovalRequests>,
  operatorId: string,
): Promise<OutputOf<typeof contract.listApprovalRequests>> {
  const { state, kind, cash_id, subject_kind, subject_id, requested_by, for_me, limit, cursor } = input
  const rows = await query(db, requestColumns)`
    ${selectRequests()}
    where true
      ${state === undefined ? all : sql`and request.state = ${state}`}
      ${kind === undefined ? all : sql`and request.kind = ${kind}`}
      ${subject_kind === undefined ? all : sql`and request.subject_kind = ${subject_kind}`}
      ${subject_id === undefined ? all : sql`and request.subject_id = ${subject_id}`}
      ${requested_by === undefined ? all : sql`and request.requested_by = ${requested_by}`}
      ${
        cash_id === undefined
          ? all
          : sql`and request.agent_id = (select id from agent where cash_id = ${cash_id}::bigint)`
      }
      ${
        for_me === undefined
          ? all
          : sql`and request.state = 'pending'
                and exists (select 1 from operator where operator.id = ${operatorId} and ${mayDecide()})`
      }
      ${cursor === undefined ? all : sql`and request.number < ${cursor}`}
    order by request.number desc limit ${limit + 1}`
  return toPage(rows.map(toRequest), limit, ({ number }) => String(number))
}

const MOST_CHANGES = 100

async function listWaitingChanges(
  db: Database,
  { subject_kind, subject_id }: ParsedInputOf<typeof contract.listWaitingChanges>,
  role: contract.OperatorRole,
): Promise<OutputOf<typeof contract.listWaitingChanges>> {
  if (!contract.mayReadWaiting(role, subject_kind)) throw refusal('role_not_allowed')
  const rows = await query(db, requestColumns)`
    ${selectRequests()}
    where request.state = 'pending' and request.subject_kind = ${subject_kind}
      ${subject_id === undefined ? all : sql`and request.subject_id = ${subject_id}`}
    order by request.number desc limit ${MOST_CHANGES}`
  return {
    list: rows.map(toRequest).map((request) => ({ ...request, requested_by: request.requested_by.name })),
  }
}

/** A badge does not need a higher number. */
const MAX_COUNTED = 1000

/** Each part has a partial index with only the waiting rows. */
async function countWaiting(db: Database, { operatorId, role }: SignedInOperator) {
  const may = (call: contract.OperatorEndpoint) => contract.rolesOf(call).includes(role)
  const { requests, applications, held } = await queryOne(db, {
    requests: col.int8,
    applications: col.int8,
    held: col.int8,
  })`
    select (select count(*) from approval_request as request join operator on operator.id = ${operatorId}
            where request.state = 'pending' and ${mayDecide()}) as requests,
           (select count(*) from (
              select 1 from agent
              where status = 'pending' and queue_place = 0 and ${may(contract.decideAgent)}
              limit ${MAX_COUNTED}) as agent) as applications,
           (select count(*) from (
              select 1 from topup where state = 'held' and ${may(contract.listHeldTopups)}
              limit ${MAX_COUNTED}) as topup) as held`
  const oldest = await listOldest(db, operatorId, role)
  return { requests: Number(requests), applications: Number(applications), held_topups: Number(held), oldest }
}

const MOST_LISTED = 6

/** What has waited longest, of all kinds. Applications are in the order of their cash IDs. */
function listOldest(db: Database, operatorId: string, role: contract.OperatorRole) {
  const may = (call: contract.OperatorEndpoint) => contract.rolesOf(call).includes(role)
  return query(db, { ...columnsFor(contract.WaitingItem), id: col.uuid })`
    select * from (
      (select 'application' as kind, id, created_at as since, first_name || ' ' || last_name as name,
              null as request, null as reason
       from agent where status = 'pending' and queue_place = 0 and ${may(contract.decideAgent)}
       order by cash_id limit ${MOST_LISTED})
      union all
      (select 'request', request.id, request.requested_at, request.subject_name, request.kind, null
       from approval_request as request join operator on operator.id = ${operatorId}
       where request.state = 'pending' and ${mayDecide()} order by request.requested_at limit ${MOST_LISTED})
      union all
      (select 'held_topup', topup.id, topup.seen_at, coalesce(agent.first_name || ' ' || agent.last_name, ''), null,
              topup.reason
       from topup left join agent on agent.id = topup.agent_id
       where topup.state = 'held' and ${may(contract.listHeldTopups)} order by topup.seen_at limit ${MOST_LISTED})
    ) as waiting order by since, id limit ${MOST_LISTED}`
}

/** Many requests are rejected at once, but each is approved by itself. */
export const approvalBulkActs = (executors: Executors) => ({
  'request.reject': (async (tx, { id, version }, { actor, role, note = '', at }) => {
    const input = { request_id: id, version, decision: 'reject', note } as const
    await decideRequest(tx, executors, { input, actor, operator: { operatorId: actor.operatorId, role } }, at)
    return { outcome: 'done' }
  }) satisfies RowAct,
})
