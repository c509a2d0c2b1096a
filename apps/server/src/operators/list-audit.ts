import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import { AuditEntry, type listAudit as call } from '@cashbox/contract/operator'
import { col, type Database, query, queryOne, sql, toPage } from '@cashbox/postgres/database'
import { columnsFor } from '../platform/answer-columns.ts'
import { fromSeconds } from '../platform/clock.ts'

const columns = { ...columnsFor(AuditEntry), number: col.count, operator_id: col.nullable(col.uuid) }

/** `is_behind` marks entries that are older than an earlier entry by more than this: processes wait for each other, and clocks differ. */
const IN_ORDER_MS = 60 * 60 * 1000

/** One look-up by primary key for each row of a page. */
const nameOfSubject = sql`
  case page.subject_kind
    when 'agent' then (select first_name || ' ' || last_name || ' (' || cash_id || ')' from agent where id = page.subject)
    when 'operator' then (select name from operator where id = page.subject)
    when 'partner' then (select name from partner where code = page.subject_id)
    when 'channel' then (select name from channel where code = page.subject_id)
    when 'approval_request' then (select number || ': ' || subject_name from approval_request where id = page.subject)
    when 'list_view' then (select name from list_view where id = page.subject)
  end`

/** Few enough to be sorted: what was done to one agent, and the requests about their money and terms. */
const ofAgent = (agentId: string) => sql`(
  select * from audit_entry where subject_kind = 'agent' and subject_id = ${agentId}
  union all
  select audit_entry.* from approval_request as request
  join audit_entry on audit_entry.subject_kind = 'approval_request' and audit_entry.subject_id = request.id::text
  where request.agent_id = ${agentId}::uuid or (request.subject_id = ${agentId} and request.subject_kind = 'agent')) as audit_entry`

/** Highest number first. */
export async function listAudit(db: Database, input: ParsedInputOf<typeof call>): Promise<OutputOf<typeof call>> {
  const until = timeOf(input.to)
  const last = Math.min(
    until === null ? Number.MAX_SAFE_INTEGER : await lastNumber(db, until),
    input.cursor === undefined ? Number.MAX_SAFE_INTEGER : input.cursor - 1,
  )
  const rows = await query(db, columns)`
    with page as (
      select number, at, actor, operator_id, action, subject_kind, subject_id, reason, before, after, ip, hash,
             case when subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject_id::uuid end as subject
      from ${input.agent_id === undefined ? sql`audit_entry` : ofAgent(input.agent_id)}
      where (${input.subject_kind ?? null}::text is null or subject_kind = ${input.subject_kind ?? null})
      and (${input.subject_id ?? null}::text is null or subject_id = ${input.subject_id ?? null})
      and (${input.operator_id ?? null}::uuid is null or operator_id = ${input.operator_id ?? null}::uuid)
      and (${input.action ?? null}::text is null or action = ${input.action ?? null})
      and (${timeOf(input.from)}::timestamptz is null or at >= ${timeOf(input.from)})
      and (${until}::timestamptz is null or at <= ${until})
      and (${input.number ?? null}::bigint is null or number = ${input.number ?? null})
      ${input.without_routine === undefined ? sql`` : sql`and not is_routine`}
      and number <= ${last}::bigint
      order by number desc limit ${input.limit + 1})
    select number, at, actor, operator_id, action, subject_kind, subject_id, ${nameOfSubject} as subject_name, reason,
           before, after, ip, hash
    from page order by number desc`
  return toPage(rows, input.limit, ({ number }) => String(number))
}

/** The highest number that an entry until this moment can have. Entries after that are marked with `is_behind`. */
async function lastNumber(db: Database, until: Date): Promise<number> {
  const { number } = await queryOne(db, { number: col.int8 })`
    select greatest(
      coalesce((select number from audit_entry where at > ${new Date(until.getTime() + IN_ORDER_MS)} order by at limit 1),
               (select number from audit_end)),
      (select number from audit_entry where is_behind and at <= ${until} order by number desc limit 1)) as number`
  return Number(number)
}

const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : fromSeconds(seconds))

export const listAuditOperators = async (db: Database) => ({
  list: await query(db, { id: col.uuid, name: col.text })`select id, name from operator order by name, id`,
})
