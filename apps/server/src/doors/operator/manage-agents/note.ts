import type { AgentNote } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'

export interface NoteRow {
  id: string
  author: string
  text: string
  written_at: Date
}

export const showNote = ({ written_at, ...note }: NoteRow): AgentNote => ({
  ...note,
  written_at: toSeconds(written_at),
})
