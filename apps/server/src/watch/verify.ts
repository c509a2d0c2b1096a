import { sql } from '@cashbox/postgres/database'
import { each, listed, summed } from '@cashbox/postgres/each'
import type { Check } from '../platform/verify.ts'
import { paymentFigures } from './figures.ts'

export const networkChecks: readonly Check[] = [
  {
    rule: 'network_totals',
    violations: sql`
      select coalesce(kept.day, counted.day)::text as day, coalesce(kept.currency_code, counted.currency_code) as id
      from (
        select day, currency_code, ${summed(paymentFigures)}
        from (
          select day, channel_id, ${listed(paymentFigures)}
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
        select day, asset as currency_code, ${summed(paymentFigures)}
        from daily_total
        join agent on agent.id = daily_total.agent_id and not agent.is_demo
        join account on account.id = agent.float_id
        where day <= (select closed_until from network_state) group by day, asset
      ) as counted on counted.day = kept.day and counted.currency_code = kept.currency_code
      where (${each(paymentFigures, (figure) => sql`coalesce(kept.${figure}, 0)`)})
        is distinct from (${each(paymentFigures, (figure) => sql`coalesce(counted.${figure}, 0)`)})`,
  },
  {
    rule: 'network_moves',
    violations: sql`
      select coalesce(kept.day, counted.day)::text as day, coalesce(kept.currency_code, counted.currency_code) as id
      from (
        select day, currency_code, sum(topup_sum) as topups, sum(added_sum - taken_sum) as adjustments,
               sum(commission_credit_sum) as commission_credits, sum(payout_sum) as payouts
        from network_day join channel on channel.id = network_day.channel_id
        where day <= (select closed_until from network_state) group by day, currency_code
      ) as kept
      full join (
        select (line.at at time zone 'UTC')::date as day, account.asset as currency_code,
               coalesce(sum(line.amount) filter (where line.kind = 'top_up'), 0) as topups,
               coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0) as adjustments,
               coalesce(sum(line.amount) filter (where line.kind = 'commission_credit'), 0) as commission_credits,
               coalesce(-sum(line.amount) filter (where line.kind = 'payout'), 0) as payouts
        from statement_line as line
        join account on account.id = line.account_id and account.kind = 'float'
        join agent on agent.id = account.agent_id and not agent.is_demo
        where line.kind not in ('confirmation', 'fee', 'reversal', 'fee_reversal')
          and (line.at at time zone 'UTC')::date <= (select closed_until from network_state)
        group by 1, 2
      ) as counted on counted.day = kept.day and counted.currency_code = kept.currency_code
      where (coalesce(kept.topups, 0), coalesce(kept.adjustments, 0), coalesce(kept.commission_credits, 0), coalesce(kept.payouts, 0))
        is distinct from (coalesce(counted.topups, 0), coalesce(counted.adjustments, 0),
                          coalesce(counted.commission_credits, 0), coalesce(counted.payouts, 0))`,
  },
]
