import { toSeconds } from '../platform/clock.ts'
import { nullable, type RowOf, text, timestamptz, uuid } from '../platform/database/columns.ts'

/** What people see of their sessions, agents and operators alike. */
export const shownSessionColumns = {
  id: uuid,
  created_at: timestamptz,
  last_seen_at: timestamptz,
  user_agent: nullable(text),
  ip: nullable(text),
}

export const showSession = (
  { created_at, last_seen_at, ...session }: RowOf<typeof shownSessionColumns>,
  currentId: string,
) => ({
  ...session,
  created_at: toSeconds(created_at),
  last_seen_at: toSeconds(last_seen_at),
  is_current: session.id === currentId,
})
