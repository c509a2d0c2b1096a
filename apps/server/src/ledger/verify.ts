import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

/** What must always hold of accounts, transfers and entries. Each statement finds what breaks its rule. */
export const ledgerChecks: readonly Check[] = [
  {
    rule: 'entries_sum_to_zero',
    violations: sql`
      select entry.transfer_id as id, account.asset, sum(entry.amount) as sum
      from entry left join account on account.id = entry.account_id
      group by entry.transfer_id, account.asset having sum(entry.amount) <> 0 or account.asset is null`,
  },
  {
    rule: 'balance_is_sum',
    violations: sql`
      select account.id, account.balance, coalesce(sum(entry.amount), 0) as entries
      from account left join entry on entry.account_id = account.id
      group by account.id
      having account.balance <> coalesce(sum(entry.amount), 0) or account.version <> count(entry.account_id)`,
  },
  {
    rule: 'entries_follow',
    violations: sql`
      select account_id as id, account_version from (
        select account_id, account_version, balance_after, amount,
               lag(balance_after, 1, 0::bigint) over one as before,
               row_number() over one as position
        from entry window one as (partition by account_id order by account_version)) as chain
      where balance_after <> before + amount or account_version <> position`,
  },
  {
    rule: 'above_floor',
    violations: sql`select id, balance, floor from account where balance < floor`,
  },
  {
    rule: 'transfers_have_entries',
    violations: sql`
      select coalesce(transfer.id, entry.transfer_id) as id from transfer
      full join (select distinct transfer_id from entry) as entry on entry.transfer_id = transfer.id
      where transfer.id is null or entry.transfer_id is null`,
  },
  {
    rule: 'reference_once',
    violations: sql`select kind, reference as id from transfer group by kind, reference having count(*) > 1`,
  },
]
