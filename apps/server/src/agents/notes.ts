import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { AgentNote, addAgentNote, listAgentNotes } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { OperatorContext } from '../access/admit-operator.ts'
import { writeAudit } from '../access/audit.ts'
import { toSeconds } from '../platform/clock.ts'
import { type Database, type RowOf, sql, text, timestamptz, uuid } from '../platform/database/database.ts'
import { cut, refuseUnknown } from './read-agent.ts'
import type { AgentServices } from './services.ts'

type NoteRow = RowOf<typeof noteColumns>

const noteColumns = { id: uuid, author: text, text, written_at: timestamptz }

const toNote = ({ written_at, ...note }: NoteRow): AgentNote => ({
  ...note,
  written_at: toSeconds(written_at),
})

export async function addNote(
  { db, clock }: AgentServices,
  { input, operator, actor }: OperatorContext<typeof addAgentNote>,
): Promise<OutputOf<typeof addAgentNote>> {
  await refuseUnknown(db, input.agent_id)
  const note: NoteRow = { id: uuidv7(), author: operator.name, text: input.text, written_at: clock.now() }
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into agent_note (id, agent_id, operator_id, author, text, written_at)
      values (${note.id}, ${input.agent_id}, ${operator.operatorId}, ${note.author}, ${note.text}, ${note.written_at})`)
    await writeAudit(tx, {
      at: note.written_at,
      actor,
      action: 'agent.add-note',
      subject: { kind: 'agent', id: input.agent_id },
      after: { note: note.text },
    })
  })
  return { note: toNote(note) }
}

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
  return cut(rows, limit, toNote, ({ id }) => id)
}
