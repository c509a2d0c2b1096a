import type { KnownOperator, OperatorRole } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface OperatorRow {
  id: string
  email: string
  name: string
  role: OperatorRole
  has_second_factor: boolean
  is_disabled: boolean
  created_at: Date
  last_seen_at: Date | null
  version: number
}

export const showOperator = ({ created_at, last_seen_at, ...row }: OperatorRow): KnownOperator => ({
  ...row,
  created_at: toSeconds(created_at),
  last_seen_at: last_seen_at ? toSeconds(last_seen_at) : null,
})

/** All of them, or the one with that id. */
export const readOperators = (db: Queryable, id: string | null = null) =>
  db.query<OperatorRow>(sql`
    select id, email, name, role, totp_since is not null as has_second_factor, disabled_at is not null as is_disabled,
           created_at, version,
           (select max(last_seen_at) from operator_session where operator_id = operator.id) as last_seen_at
    from operator where ${id}::uuid is null or id = ${id}::uuid order by email`)
