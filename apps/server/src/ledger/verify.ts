import { sql } from '@cashbox/postgres/database'
import type { Check } from '../platform/verify.ts'

/** What must always hold of accounts and movements. Each statement finds what breaks its rule. */
export const ledgerChecks: readonly Check[] = [
  {
    rule: 'movements_fit_accounts',
    violations: sql`
      select reference as id, movement.kind
      from (
        select reference, kind, amount, from_id, from_balance, from_version, to_id, to_balance, to_version from movement
        union all
        select player_transaction_id, 'confirmation', amount, float_id, float_balance, float_version, clearing_id, null, null
        from confirmation
        union all
        select player_transaction_id, 'fee', fee, expense_id, null, null, commission_id, commission_balance, commission_version
        from confirmation where fee > 0
      ) as movement
      left join account as giver on giver.id = from_id
      left join account as taker on taker.id = to_id
      where giver.asset is distinct from taker.asset or giver.asset is null or amount <= 0 or from_id = to_id
         or num_nulls(from_balance, from_version) <> case when giver.balance is null then 2 else 0 end
         or num_nulls(to_balance, to_version) <> case when taker.balance is null then 2 else 0 end`,
  },
  {
    rule: 'balance_is_sum',
    violations: sql`
      select account.id, account.balance, coalesce(sum(line.amount), 0) as movements
      from account left join statement_line as line on line.account_id = account.id
      where account.balance is not null
      group by account.id
      having account.balance <> coalesce(sum(line.amount), 0) or account.version <> count(line.account_id)`,
  },
  {
    rule: 'movements_follow',
    violations: sql`
      select account_id as id, number from (
        select account_id, number, balance, amount,
               lag(balance, 1, 0::bigint) over one as before,
               row_number() over one as position
        from statement_line where number is not null window one as (partition by account_id order by number)) as chain
      where balance <> before + amount or number <> position`,
  },
  {
    rule: 'above_floor',
    violations: sql`select id, balance, floor from account where balance < floor`,
  },
  {
    rule: 'reference_once',
    violations: sql`select kind, reference as id from movement group by kind, reference having count(*) > 1`,
  },
]
