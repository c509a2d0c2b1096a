import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

/** What must always hold of transactions, confirmations and the kept sums. */
export const paymentChecks: readonly Check[] = [
  {
    rule: 'confirmed_has_confirmation',
    violations: sql`
      select coalesce(tx.id, confirmation.player_transaction_id) as id
      from player_transaction as tx
      full join confirmation on confirmation.player_transaction_id = tx.id
      left join open_transaction as open on open.transaction_id = tx.transaction_id
      left join transfer on transfer.id = confirmation.transfer_id
      where tx.id is null
         or (confirmation.player_transaction_id is not null) <> case
              when tx.ended_as is null then open.transaction_id is null else tx.ended_as = 'reversed' end
         or confirmation.player_transaction_id is not null and (transfer.reference is distinct from tx.id::text or transfer.kind is distinct from 'confirmation'
           or tx.amount <> confirmation.amount or tx.type <> confirmation.type
           or confirmation.fee <> fee_of(tx.amount, confirmation.fee_bp))`,
  },
  {
    rule: 'open_transactions',
    violations: sql`
      select open.transaction_id as id
      from open_transaction as open left join player_transaction as tx on tx.transaction_id = open.transaction_id
      where tx.id is null or tx.ended_as is not null
         or (open.id, open.agent_id, open.created_at, open.expires_at)
           is distinct from (tx.id, tx.agent_id, tx.created_at, tx.expires_at)`,
  },
  {
    rule: 'confirmation_moved_money',
    violations: sql`
      select confirmation.player_transaction_id as id
      from confirmation
      left join (
        select entry.transfer_id,
               sum(entry.amount) filter (where account.kind = 'float') as float,
               sum(entry.amount) filter (where account.kind = 'commission') as commission,
               min(account.agent_id::text) as first_agent, max(account.agent_id::text) as last_agent
        from entry join account on account.id = entry.account_id group by entry.transfer_id
      ) as moved on moved.transfer_id = confirmation.transfer_id
      where moved.float is distinct from case confirmation.type when 'deposit' then -confirmation.amount else confirmation.amount end
         or coalesce(moved.commission, 0) <> confirmation.fee
         or moved.first_agent is distinct from confirmation.agent_id::text
         or moved.last_agent is distinct from confirmation.agent_id::text`,
  },
  {
    rule: 'confirmations_numbered',
    violations: sql`
      select player_transaction_id as id from (
        select player_transaction_id, number, type_number, finished_at,
               row_number() over (partition by agent_id order by number) as position,
               row_number() over (partition by agent_id, type order by type_number) as type_position,
               lag(finished_at) over (partition by agent_id order by number) as previous
        from confirmation) as numbered
      where number <> position or type_number <> type_position or finished_at < previous`,
  },
  {
    rule: 'reversed_has_reversal',
    violations: sql`
      select coalesce(tx.id, reversal.player_transaction_id) as id
      from (select id from player_transaction where ended_as = 'reversed') as tx
      full join reversal on reversal.player_transaction_id = tx.id
      left join confirmation on confirmation.player_transaction_id = reversal.player_transaction_id
      left join transfer on transfer.id = reversal.transfer_id
      where tx.id is null or reversal.player_transaction_id is null or confirmation.agent_id <> reversal.agent_id
         or transfer.kind is distinct from 'reversal' or transfer.reference is distinct from tx.id::text
         or exists (
           select 1 from entry where transfer_id in (confirmation.transfer_id, reversal.transfer_id)
           group by account_id having sum(amount) <> 0 or count(*) <> 2)`,
  },
  {
    rule: 'daily_totals',
    violations: sql`
      select coalesce(kept.agent_id, counted.agent_id) as id, coalesce(kept.day, counted.day)::text as day
      from daily_total as kept
      full join (
        select confirmation.agent_id, (finished_at at time zone 'UTC')::date as day,
               count(*) filter (where stands and type = 'deposit') as deposit_count,
               coalesce(sum(amount) filter (where stands and type = 'deposit'), 0) as deposit_sum,
               coalesce(sum(fee) filter (where stands and type = 'deposit'), 0) as deposit_fee,
               count(*) filter (where stands and type = 'withdraw') as withdraw_count,
               coalesce(sum(amount) filter (where stands and type = 'withdraw'), 0) as withdraw_sum,
               coalesce(sum(fee) filter (where stands and type = 'withdraw'), 0) as withdraw_fee
        from confirmation
        left join reversal using (player_transaction_id)
        cross join lateral (select reversal.transfer_id is null as stands) as state
        group by 1, 2) as counted
        on counted.agent_id = kept.agent_id and counted.day = kept.day
      where (kept.deposit_count, kept.deposit_sum, kept.deposit_fee, kept.withdraw_count, kept.withdraw_sum, kept.withdraw_fee)
        is distinct from
        (counted.deposit_count, counted.deposit_sum, counted.deposit_fee, counted.withdraw_count, counted.withdraw_sum, counted.withdraw_fee)`,
  },
]
