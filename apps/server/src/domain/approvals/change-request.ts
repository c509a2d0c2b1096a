import { type ChangeRequest, changeKinds, changeStates } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { toSeconds } from '../../platform/clock.ts'
import { int4, int8, json, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { deciderRoles } from './change.ts'

const Fields = z.record(z.string(), z.unknown())

export const changeRequestColumns = {
  id: uuid,
  number: int8,
  kind: oneOf(...changeKinds),
  state: oneOf(...changeStates),
  subject_kind: text,
  subject_id: text,
  subject_name: text,
  payload: json(Fields),
  before: nullable(json(Fields)),
  after: nullable(json(Fields)),
  reason: nullable(text),
  requested_by: uuid,
  requester: text,
  requested_at: timestamptz,
  decided_by: nullable(uuid),
  decider: nullable(text),
  decided_at: nullable(timestamptz),
  note: nullable(text),
  failure: nullable(text),
  possible_deciders: int8,
  version: int4,
}
export type ChangeRequestRow = RowOf<typeof changeRequestColumns>

const rolesByKind = () => JSON.stringify(Object.fromEntries(changeKinds.map((kind) => [kind, deciderRoles(kind)])))

/** Whether an operator may decide about a request: a role that may make the change, and neither asker nor subject. */
export const mayDecide = (): Sql => sql`
  operator.disabled_at is null and operator.id <> request.requested_by and operator.id::text <> request.subject_id
  and jsonb_exists(${rolesByKind()}::jsonb -> request.kind, operator.role)`

/** Statements about requests begin with it. */
export const selectChangeRequests = (): Sql => sql`
  select request.id, request.number, request.kind, request.state, request.subject_kind, request.subject_id,
         request.subject_name, request.payload, request.before, request.after, request.reason, request.requested_by,
         requester.name as requester, request.requested_at, request.decided_by, decider.name as decider,
         request.decided_at, request.note, request.failure, request.version,
         (select count(*) from operator where ${mayDecide()}) as possible_deciders
  from change_request as request
  join operator as requester on requester.id = request.requested_by
  left join operator as decider on decider.id = request.decided_by`

export async function findChangeRequest(db: Queryable, id: string): Promise<ChangeRequestRow | null> {
  const [row] = await db.query(sql`${selectChangeRequests()} where request.id = ${id}`, changeRequestColumns)
  return row ?? null
}

export const showChangeRequest = (row: ChangeRequestRow): ChangeRequest => ({
  id: row.id,
  number: Number(row.number),
  kind: row.kind,
  state: row.state,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
  reason: row.reason,
  requested_by: { id: row.requested_by, name: row.requester },
  requested_at: toSeconds(row.requested_at),
  decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider ?? '' },
  decided_at: row.decided_at ? toSeconds(row.decided_at) : null,
  note: row.note,
  failure: row.failure,
  possible_deciders: Number(row.possible_deciders),
  version: row.version,
})

/** What the audit keeps of a request. */
export const factsOf = (row: ChangeRequestRow) => ({
  kind: row.kind,
  subject: `${row.subject_kind} ${row.subject_id}`,
  state: row.state,
  failure: row.failure,
})
