import { sql } from '@cashbox/postgres/database'
import type { Check } from '../platform/verify.ts'

export const peopleChecks: readonly Check[] = [
  {
    rule: 'owner_verified',
    violations: sql`
      select agent.id from agent left join person on person.id = agent.owner_id
      where agent.is_email_verified is distinct from (person.email_verified_at is not null)`,
  },
  {
    rule: 'shift_has_confirmations',
    violations: sql`
      select done.player_transaction_id as id, done.shift_id
      from confirmation as done left join shift on shift.id = done.shift_id and shift.agent_id = done.agent_id
      where done.shift_id is not null
        and (shift.id is null or done.number < shift.first_number or done.number > shift.last_number)`,
  },
  {
    rule: 'shift_used',
    violations: sql`
      select shift.id, shift.used
      from shift cross join lateral (
        select coalesce(sum(amount), 0) as amount from confirmation
        where float_id = (select float_id from agent where id = shift.agent_id) and number >= shift.first_number
          and confirmation.shift_id = shift.id) as total
      where shift.max_per_shift is not null and shift.used <> total.amount`,
  },
]
