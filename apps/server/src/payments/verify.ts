import { sql } from '@cashbox/postgres/database'
import type { Check } from '../platform/verify.ts'

export const paymentChecks: readonly Check[] = [
  {
    rule: 'confirmed_has_confirmation',
    violations: sql`
      select coalesce(tx.id, confirmation.player_transaction_id) as id
      from player_transaction as tx
      full join confirmation on confirmation.player_transaction_id = tx.id
      left join open_transaction as open on open.transaction_id = tx.transaction_id
      where tx.id is null
         or (confirmation.player_transaction_id is not null) <> case
              when tx.ended_as is null then open.transaction_id is null else tx.ended_as = 'reversed' end
         or tx.amount <> confirmation.amount or tx.type <> confirmation.type
         or confirmation.fee <> fee_of(tx.amount, confirmation.fee_bp)`,
  },
  {
    rule: 'open_transactions',
    violations: sql`
      select open.transaction_id as id
      from open_transaction as open left join player_transaction as tx on tx.transaction_id = open.transaction_id
      where tx.id is null or tx.ended_as is not null
         or (open.id, open.agent_id, open.created_at, open.expires_at, open.partner_id, open.channel_id, open.withdrawal)
           is distinct from (tx.id, tx.agent_id, tx.created_at, tx.expires_at, tx.partner_id, tx.channel_id,
             case tx.type when 'withdraw' then tx.amount end)`,
  },
  {
    rule: 'confirmation_moved_money',
    violations: sql`
      select done.player_transaction_id as id
      from confirmation as done
      left join player_transaction as tx on tx.id = done.player_transaction_id
      -- The float stands for the agent in the indexes, so the agent keeps it.
      left join agent on agent.id = done.agent_id and agent.float_id = done.float_id
      left join account as float on float.id = done.float_id
      left join account as clearing on clearing.id = done.clearing_id
      left join account as commission on commission.id = done.commission_id
      left join account as expense on expense.id = done.expense_id
      where (float.kind, float.agent_id, agent.id, clearing.kind, clearing.party)
          is distinct from ('float', done.agent_id, done.agent_id, 'clearing', tx.partner_id::text)
         or (done.fee > 0 or num_nonnulls(done.commission_id, done.expense_id) > 0) and (commission.kind, commission.agent_id, expense.kind)
          is distinct from ('commission', done.agent_id, 'commission_expense')`,
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
      where number <> position or type_number <> type_position or finished_at <= previous`,
  },
  {
    rule: 'reversed_has_reversal',
    violations: sql`
      select coalesce(tx.id, reversal.player_transaction_id) as id
      from (select id from player_transaction where ended_as = 'reversed') as tx
      full join reversal on reversal.player_transaction_id = tx.id
      left join confirmation on confirmation.player_transaction_id = reversal.player_transaction_id
      where tx.id is null or reversal.player_transaction_id is null or confirmation.agent_id <> reversal.agent_id
         or exists (
           select 1
           from (values
             ('reversal', confirmation.clearing_id, confirmation.float_id, confirmation.amount, confirmation.type = 'deposit'),
             ('reversal', confirmation.float_id, confirmation.clearing_id, confirmation.amount, confirmation.type = 'withdraw'),
             ('fee_reversal', confirmation.commission_id, confirmation.expense_id, confirmation.fee, confirmation.fee > 0)
           ) as due (kind, from_id, to_id, amount, is_due)
           full join (select * from movement where reference = tx.id and kind in ('reversal', 'fee_reversal')) as back
             on back.kind::text = due.kind and due.is_due
           where coalesce(due.is_due, true)
             and (due.from_id, due.to_id, due.amount) is distinct from (back.from_id, back.to_id, back.amount))`,
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
        cross join lateral (select reversal.agent_id is null as stands) as state
        group by 1, 2) as counted
        on counted.agent_id = kept.agent_id and counted.day = kept.day
      where (kept.deposit_count, kept.deposit_sum, kept.deposit_fee, kept.withdraw_count, kept.withdraw_sum, kept.withdraw_fee)
        is distinct from
        (counted.deposit_count, counted.deposit_sum, counted.deposit_fee, counted.withdraw_count, counted.withdraw_sum, counted.withdraw_fee)`,
  },
]
