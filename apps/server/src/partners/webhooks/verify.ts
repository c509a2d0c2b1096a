import { sql } from '@cashbox/postgres/database'
import type { Check } from '../../platform/verify.ts'

export const eventChecks: readonly Check[] = [
  {
    // Of what partners created: samples of the sandbox and of demo accounts have no reference, and their history no events.
    rule: 'change_has_event',
    violations: sql`
      select changed.id, changed.topic from (
        select player_transaction_id as id, 'transaction.confirmed' as topic from confirmation
        union all
        select player_transaction_id, 'transaction.reversed' from reversal
        union all
        select id, 'transaction.' || ended_as from player_transaction where ended_as in ('expired', 'cancelled')
      ) as changed
      join player_transaction as tx on tx.id = changed.id
      where tx.reference is not null
        and not exists (
          select 1 from outbox_event as event where event.subject_id = changed.id and event.topic::text = changed.topic)`,
  },
  {
    rule: 'feed_has_events',
    violations: sql`
      select event.id, event.number from event_feed_end as feed_end
      join outbox_event as event
        on event.partner_id = feed_end.partner_id and event.number <= feed_end.complete_up_to
      where not exists (select 1 from event_feed where event_id = event.id)`,
  },
]
