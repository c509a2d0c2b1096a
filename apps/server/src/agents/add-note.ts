import type { OutputOf } from '@cashbox/contract'
import type { addAgentNote } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { OperatorContext } from '../access/admit-operator.ts'
import { writeAudit } from '../access/audit.ts'
import { sql } from '../platform/database/sql.ts'
import { refuseUnknown } from './known-agent.ts'
import { type NoteRow, showNote } from './note.ts'
import type { AgentServices } from './services.ts'

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
  return { note: showNote(note) }
}
