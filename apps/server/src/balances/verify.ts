import { sql } from '@cashbox/postgres/database'
import type { Check } from '../platform/verify.ts'

export const statementChecks: readonly Check[] = [
  {
    rule: 'statement_adds_up',
    violations: sql`
      select account.id, account.balance, confirmed.sum + other.sum as kinds
      from agent
      join account on account.id in (agent.float_id, agent.commission_id)
      cross join lateral (
        select coalesce(sum(case account.kind when 'float' then withdraw_sum - deposit_sum else deposit_fee + withdraw_fee end), 0)
          + coalesce((
            select sum(case when account.kind = 'commission' then done.fee when done.type = 'deposit' then -done.amount
                       else done.amount end)
            from reversal join confirmation as done on done.player_transaction_id = reversal.player_transaction_id
            where reversal.agent_id = agent.id), 0) as sum
        from daily_total where daily_total.agent_id = agent.id) as confirmed
      cross join lateral (
        select coalesce(sum(amount), 0) as sum from statement_line
        where account_id = account.id and number is not null and kind not in ('confirmation', 'fee')) as other
      where account.balance <> confirmed.sum + other.sum`,
  },
]
