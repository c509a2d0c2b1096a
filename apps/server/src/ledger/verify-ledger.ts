import { sql } from '../platform/db/sql.ts'
import type { Check } from '../platform/verify.ts'

/** What must always hold of accounts, transfers and entries. Each statement finds what breaks its rule. */
export const ledgerChecks: readonly Check[] = [
  {
    rule: 'the entries of every transfer sum to zero per asset',
    violations: sql`
      select entry.transfer_id as id, account.asset, sum(entry.amount) as sum
      from entry left join account on account.id = entry.account_id
      group by entry.transfer_id, account.asset having sum(entry.amount) <> 0 or account.asset is null`,
  },
  {
    rule: 'every balance equals the sum of its entries, and its version equals their number',
    violations: sql`
      select account.id, account.balance, coalesce(sum(entry.amount), 0) as entries
      from account left join entry on entry.account_id = account.id
      group by account.id
      having account.balance <> coalesce(sum(entry.amount), 0) or account.version <> count(entry.account_id)`,
  },
  {
    rule: 'every entry starts from the balance after the entry before it',
    violations: sql`
      select account_id as id, account_version from (
        select account_id, account_version, balance_after, amount,
               lag(balance_after, 1, 0::bigint) over one as before,
               row_number() over one as position
        from entry window one as (partition by account_id order by account_version)) as chain
      where balance_after <> before + amount or account_version <> position`,
  },
  {
    rule: 'no account is below its floor',
    violations: sql`select id, balance, floor from account where balance < floor`,
  },
  {
    rule: 'every transfer that moved money has entries, and every entry has a transfer',
    violations: sql`
      select coalesce(transfer.id, entry.transfer_id) as id from transfer
      full join (select distinct transfer_id from entry) as entry on entry.transfer_id = transfer.id
      where transfer.id is null or entry.transfer_id is null`,
  },
  {
    rule: 'no reference moves money twice',
    violations: sql`select kind, reference as id from transfer group by kind, reference having count(*) > 1`,
  },
]
