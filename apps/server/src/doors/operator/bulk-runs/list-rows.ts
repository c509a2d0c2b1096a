import type { Language, OutputOf, ParsedInputOf } from '@cashbox/contract'
import { bulkOutcomes, type listBulkRows as call } from '@cashbox/contract/operator'
import * as z from 'zod/mini'
import { int4, json, nullable, oneOf, text, uuid } from '../../../platform/db/columns.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { say } from '../../../platform/texts.ts'

const columns = {
  place: int4,
  id: uuid,
  name: text,
  outcome: nullable(oneOf(...bulkOutcomes)),
  code: nullable(text),
  text_values: nullable(json(z.record(z.string(), z.union([z.string(), z.number()])))),
}

interface Reader {
  readonly operatorId: string
  readonly language: Language
}

/** In the order of the list. */
export async function listRows(
  db: Database,
  { run_id, undone, limit, cursor }: ParsedInputOf<typeof call>,
  { operatorId, language }: Reader,
): Promise<OutputOf<typeof call>> {
  const isKnown = await db.execute(sql`select 1 from bulk_run where id = ${run_id} and operator_id = ${operatorId}`)
  if (isKnown === 0) throw refusal('not_found')
  const rows = await db.query(
    sql`
      select row.place, row.subject_id as id, row.outcome, row.code, row.text_values,
             coalesce(agent.first_name || ' ' || agent.last_name || ' (' || agent.cash_id || ')',
                      change_request.number || ': ' || change_request.subject_name, money_request.number::text,
                      event.topic || ' ' || (event.payload ->> 'transaction_id'),
                      nullif(concat_ws(', ', session.user_agent, session.ip), ''), row.subject_id::text) as name
      from bulk_row as row
      left join agent on agent.id = row.subject_id
      left join change_request on change_request.id = row.subject_id
      left join money_request on money_request.id = row.subject_id
      left join outbox_event as event on event.id = row.subject_id
      left join session on session.id = row.subject_id
      where row.run_id = ${run_id} and row.place > ${cursor ?? 0}
        and (${undone ?? null}::text is null or row.outcome in ('failed', 'refused'))
      order by row.place limit ${limit + 1}`,
    columns,
  )
  const page = rows.slice(0, limit)
  return {
    list: page.map(({ text_values, ...row }) => ({
      ...row,
      reason: row.code && say(language, `refusals.${row.code}`, text_values ?? {}),
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.place) : null,
  }
}
