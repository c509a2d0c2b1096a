import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

export const networkChecks: readonly Check[] = [
  {
    rule: 'network_totals',
    violations: sql`
      select coalesce(kept.day, counted.day)::text as day, coalesce(kept.currency_code, counted.currency_code) as id
      from (
        select day, currency_code, sum(deposit_count) as deposit_count, sum(deposit_sum) as deposit_sum,
               sum(deposit_fee) as deposit_fee, sum(withdraw_count) as withdraw_count,
               sum(withdraw_sum) as withdraw_sum, sum(withdraw_fee) as withdraw_fee
        from (
          select day, channel_id, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee
          from network_day
          union all
          -- Taken back, and not yet taken off.
          select day, channel_id,
                 case type when 'deposit' then -1 else 0 end, case type when 'deposit' then -amount else 0 end,
                 case type when 'deposit' then -fee else 0 end, case type when 'withdraw' then -1 else 0 end,
                 case type when 'withdraw' then -amount else 0 end, case type when 'withdraw' then -fee else 0 end
          from network_change) as part
        join channel on channel.id = part.channel_id
        where day <= (select closed_until from network_state) group by day, currency_code
      ) as kept
      full join (
        select day, asset as currency_code, sum(deposit_count) as deposit_count, sum(deposit_sum) as deposit_sum,
               sum(deposit_fee) as deposit_fee, sum(withdraw_count) as withdraw_count,
               sum(withdraw_sum) as withdraw_sum, sum(withdraw_fee) as withdraw_fee
        from daily_total
        join agent on agent.id = daily_total.agent_id and not agent.is_demo
        join account on account.id = agent.float_id
        where day <= (select closed_until from network_state) group by day, asset
      ) as counted on counted.day = kept.day and counted.currency_code = kept.currency_code
      where (coalesce(kept.deposit_count, 0), coalesce(kept.deposit_sum, 0), coalesce(kept.deposit_fee, 0),
             coalesce(kept.withdraw_count, 0), coalesce(kept.withdraw_sum, 0), coalesce(kept.withdraw_fee, 0))
        is distinct from
            (coalesce(counted.deposit_count, 0), coalesce(counted.deposit_sum, 0), coalesce(counted.deposit_fee, 0),
             coalesce(counted.withdraw_count, 0), coalesce(counted.withdraw_sum, 0), coalesce(counted.withdraw_fee, 0))`,
  },
  {
    rule: 'network_moves',
    violations: sql`
      select coalesce(kept.day, counted.day)::text as day, coalesce(kept.currency_code, counted.currency_code) as id
      from (
        select day, currency_code, sum(topup_sum) as topups, sum(added_sum - taken_sum) as adjustments,
               sum(settlement_sum) as settlements, sum(payout_sum) as payouts
        from network_day join channel on channel.id = network_day.channel_id
        where day <= (select closed_until from network_state) group by day, currency_code
      ) as kept
      full join (
        select (line.at at time zone 'UTC')::date as day, account.asset as currency_code,
               coalesce(sum(line.amount) filter (where line.kind = 'top_up'), 0) as topups,
               coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0) as adjustments,
               coalesce(sum(line.amount) filter (where line.kind = 'settlement'), 0) as settlements,
               coalesce(-sum(line.amount) filter (where line.kind = 'payout'), 0) as payouts
        from statement_line as line
        join account on account.id = line.account_id and account.kind = 'float'
        join agent on agent.id = account.agent_id and not agent.is_demo
        where line.kind not in ('confirmation', 'fee', 'reversal', 'fee_reversal')
          and (line.at at time zone 'UTC')::date <= (select closed_until from network_state)
        group by 1, 2
      ) as counted on counted.day = kept.day and counted.currency_code = kept.currency_code
      where (coalesce(kept.topups, 0), coalesce(kept.adjustments, 0), coalesce(kept.settlements, 0), coalesce(kept.payouts, 0))
        is distinct from (coalesce(counted.topups, 0), coalesce(counted.adjustments, 0),
                          coalesce(counted.settlements, 0), coalesce(counted.payouts, 0))`,
  },
]
