import { sql } from '../../platform/database/database.ts'
import type { Check } from '../../platform/verify.ts'
import { isOf } from '../webhooks/events.ts'
import { eventChanges, isCounted } from './count-positions.ts'

/** What a row of position_day changed the balance by. */
const effect = sql`deposit_sum - withdraw_sum - deposit_reversed + withdraw_reversed - fee_sum + paid_in - paid_out`

export const positionChecks: readonly Check[] = [
  {
    // Fees are posted when their statement is closed.
    rule: 'position_is_movements',
    violations: sql`
      with moved as (
        select account.party::uuid as player_service_id, account.asset as currency_code, sum(line.amount) as amount
        from account join statement_line as line on line.account_id = account.id
        where account.kind = 'clearing' and (line.kind in ('partner_payment', 'partner_fee') or exists (
          select 1 from outbox_event as event
          join position_count as counted on counted.player_service_id = event.player_service_id
          join player_transaction as tx on tx.id = event.subject_id
          join channel on channel.id = tx.channel_id
          where ${isOf(sql`event`, sql`line.reference`)} and not channel.is_demo and ${isCounted}
            and event.topic = case line.kind
              when 'confirmation' then event_topic 'transaction.confirmed' when 'reversal' then 'transaction.reversed' end))
        group by 1, 2),
      unposted as (
        select player_service_id, currency_code, sum(fee_sum) as fees
        from position_day join partner_position using (player_service_id, currency_code)
        where position_day.statement = partner_position.statement group by 1, 2)
      select player_service_id, currency_code, position.balance, moved.amount as moved, unposted.fees as unposted
      from partner_position as position
      full join moved using (player_service_id, currency_code)
      left join unposted using (player_service_id, currency_code)
      where coalesce(position.balance, 0) <> coalesce(moved.amount, 0) - coalesce(unposted.fees, 0)`,
  },
  {
    rule: 'position_is_days',
    violations: sql`
      with counted as (
        select player_service_id, currency_code, sum(amount) as amount, sum(fee) as fee
        from (${eventChanges}) as change join position_count using (player_service_id)
        where ${isCounted} group by 1, 2),
      days as (
        select player_service_id, currency_code, sum(${effect}) as effect, sum(fee_sum) as fee,
               sum(deposit_sum - withdraw_sum - deposit_reversed + withdraw_reversed) as amount
        from position_day group by 1, 2)
      select player_service_id, currency_code, position.balance, days.effect, days.amount, counted.amount as counted, days.fee,
             counted.fee as counted_fee
      from partner_position as position
      full join days using (player_service_id, currency_code)
      full join counted using (player_service_id, currency_code)
      where coalesce(position.balance, 0) <> coalesce(days.effect, 0)
        or coalesce(days.amount, 0) <> coalesce(counted.amount, 0) or coalesce(days.fee, 0) <> coalesce(counted.fee, 0)`,
  },
  {
    rule: 'reserved_is_open',
    violations: sql`
      with held as (
        select tx.player_service_id, channel.currency_code, tx.amount
        from open_transaction as open
        join player_transaction as tx on tx.id = open.id
        join channel on channel.id = tx.channel_id
        where open.withdrawal is not null and tx.reference is not null and not channel.is_demo
        union all
        select change.player_service_id, change.currency_code, change.released
        from (${eventChanges}) as change left join position_count using (player_service_id)
        where not coalesce(${isCounted}, false)),
      total as (select player_service_id, currency_code, sum(amount) as amount from held group by 1, 2)
      select player_service_id, currency_code, position.reserved, total.amount as held
      from partner_position as position full join total using (player_service_id, currency_code)
      where coalesce(position.reserved, 0) <> coalesce(total.amount, 0)`,
  },
]
