import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { listAgentNotes } from '@cashbox/contract/operator'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { cut, refuseUnknown } from './known-agent.ts'
import { noteColumns, showNote } from './note.ts'

export async function listNotes(
  db: Database,
  { agent_id, limit, cursor }: ParsedInputOf<typeof listAgentNotes>,
): Promise<OutputOf<typeof listAgentNotes>> {
  await refuseUnknown(db, agent_id)
  const rows = await db.query(
    sql`
      select id, author, text, written_at from agent_note
      where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      order by id desc limit ${limit + 1}`,
    noteColumns,
  )
  return cut(rows, limit, showNote, ({ id }) => id)
}
