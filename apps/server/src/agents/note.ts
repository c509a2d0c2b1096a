import type { AgentNote } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { type RowOf, text, timestamptz, uuid } from '../platform/database/columns.ts'

export const noteColumns = { id: uuid, author: text, text, written_at: timestamptz }
export type NoteRow = RowOf<typeof noteColumns>

export const showNote = ({ written_at, ...note }: NoteRow): AgentNote => ({
  ...note,
  written_at: toSeconds(written_at),
})
