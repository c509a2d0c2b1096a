import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { listAudit as call } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { fromSeconds, toSeconds } from '../../../platform/clock.ts'
import { int8, json, nullable, text, timestamptz } from '../../../platform/db/columns.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

const Facts = z.record(z.string(), z.unknown())
const columns = {
  number: int8,
  at: timestamptz,
  actor: text,
  action: text,
  subject_kind: text,
  subject_id: text,
  reason: nullable(text),
  before: nullable(json(Facts)),
  after: nullable(json(Facts)),
  ip: nullable(text),
  hash: text,
}

const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : fromSeconds(seconds))

/** Newest first, by the number that the entries have. */
export async function listAudit(db: Database, asked: ParsedInputOf<typeof call>): Promise<OutputOf<typeof call>> {
  const rows = await db.query(
    sql`
      select number, at, actor, action, subject_kind, subject_id, reason, before, after, ip, hash from audit_entry
      where (${asked.subject_kind ?? null}::text is null or subject_kind = ${asked.subject_kind ?? null})
        and (${asked.subject_id ?? null}::text is null or subject_id = ${asked.subject_id ?? null})
        and (${asked.operator_id ?? null}::uuid is null or operator_id = ${asked.operator_id ?? null}::uuid)
        and (${asked.action ?? null}::text is null or action = ${asked.action ?? null})
        and (${timeOf(asked.from)}::timestamptz is null or at >= ${timeOf(asked.from)})
        and (${timeOf(asked.to)}::timestamptz is null or at <= ${timeOf(asked.to)})
        and (${asked.number ?? null}::bigint is null or number = ${asked.number ?? null})
        and (${asked.cursor ?? null}::bigint is null or number < ${asked.cursor ?? null})
      order by number desc limit ${asked.limit + 1}`,
    columns,
  )
  const page = rows.slice(0, asked.limit)
  return {
    list: page.map((row) => ({ ...row, number: Number(row.number), at: toSeconds(row.at) })),
    next_cursor: rows.length > asked.limit ? String(page.at(-1)?.number) : null,
  }
}
