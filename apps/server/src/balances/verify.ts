import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

/** What must always hold of the statements that agents read. */
export const statementChecks: readonly Check[] = [
  {
    rule: 'statement_lines_by_kind',
    violations: sql`
      select coalesce(line.account_id, kept.account_id) as id, coalesce(line.account_version, kept.account_version) as number
      from (
        select entry.account_id, transfer.kind, entry.account_version, entry.amount, transfer.created_at as at
        from transfer
        join entry on entry.transfer_id = transfer.id
        join account on account.id = entry.account_id
        where transfer.kind <> 'confirmation' and account.kind in ('float', 'commission')) as line
      full join entry_by_kind as kept
        on kept.account_id = line.account_id and kept.kind = line.kind and kept.account_version = line.account_version
      where (line.amount, line.at) is distinct from (kept.amount, kept.at)`,
  },
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
        select coalesce(sum(amount), 0) as sum from entry_by_kind where account_id = account.id) as other
      where account.balance <> confirmed.sum + other.sum`,
  },
]
