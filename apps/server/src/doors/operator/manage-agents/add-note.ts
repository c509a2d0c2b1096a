import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { AgentNote, addAgentNote, listAgentNotes } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { OperatorContext } from '../admit-operator.ts'
import { cut, refuseUnknown } from './known-agent.ts'
import type { AgentServices } from './services.ts'

interface Row {
  id: string
  author: string
  text: string
  written_at: Date
}

const show = ({ written_at, ...note }: Row): AgentNote => ({ ...note, written_at: toSeconds(written_at) })

export async function listNotes(
  db: Database,
  { agent_id, limit, cursor }: ParsedInputOf<typeof listAgentNotes>,
): Promise<OutputOf<typeof listAgentNotes>> {
  await refuseUnknown(db, agent_id)
  const rows = await db.query<Row>(sql`
    select id, author, text, written_at from agent_note
    where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
    order by id desc limit ${limit + 1}`)
  return cut(rows, limit, show, ({ id }) => id)
}

export async function addNote(
  { db, clock }: AgentServices,
  { input, operator, actor }: OperatorContext<typeof addAgentNote>,
): Promise<OutputOf<typeof addAgentNote>> {
  await refuseUnknown(db, input.agent_id)
  const note: Row = { id: uuidv7(), author: operator.name, text: input.text, written_at: clock.now() }
  await db.transaction(async (tx) => {
    await tx.query(sql`
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
  return { note: show(note) }
}
