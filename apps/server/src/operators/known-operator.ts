import { type KnownOperator, operatorRoles } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { bool, int4, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const operatorColumns = {
  id: uuid,
  email: text,
  name: text,
  role: oneOf(...operatorRoles),
  has_password: bool,
  has_two_factor: bool,
  is_disabled: bool,
  created_at: timestamptz,
  last_seen_at: nullable(timestamptz),
  version: int4,
}
export type OperatorRow = RowOf<typeof operatorColumns>

export const showOperator = ({ created_at, last_seen_at, ...row }: OperatorRow): KnownOperator => ({
  ...row,
  created_at: toSeconds(created_at),
  last_seen_at: last_seen_at ? toSeconds(last_seen_at) : null,
})

/** All of them, or the one with that id. */
export const readOperators = (db: Queryable, id: string | null = null) =>
  db.query(
    sql`
      select id, email, name, role, password_hash is not null as has_password, totp_since is not null as has_two_factor, disabled_at is not null as is_disabled,
             created_at, version,
             (select max(last_seen_at) from operator_session where operator_id = operator.id) as last_seen_at
      from operator where ${id}::uuid is null or id = ${id}::uuid order by email`,
    operatorColumns,
  )
