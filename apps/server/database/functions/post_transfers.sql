-- Posts transfers together: line i adds line_amounts[i] to line_accounts[i] as part of line_transfers[i].
-- Zero amounts are left out. Lock the accounts in id order first.
create or replace function post_transfers(
  new_kind text, ids uuid[], new_references text[], reasons text[], times timestamptz[],
  line_transfers uuid[], line_accounts uuid[], line_amounts bigint[]
) returns void language plpgsql as $$
begin
  insert into transfer (id, kind, reference, reason, created_at)
  select new.id, new_kind, new.reference, new.reason, new.at
  from unnest(ids, new_references, reasons, times) as new (id, reference, reason, at);

  update account set balance = account.balance + total.amount, version = account.version + total.entries
  from (
    select line.account_id, sum(line.amount)::bigint as amount, count(*) as entries
    from unnest(line_accounts, line_amounts) as line (account_id, amount)
    where line.amount <> 0 group by line.account_id
  ) as total
  where account.id = total.account_id;

  -- The balance after each line, counted back from the balance after all of them.
  insert into entry (account_id, account_version, transfer_id, amount, balance_after)
  select line.account_id, account.version - line.entries + line.number, line.transfer_id, line.amount,
         account.balance - line.total + line.running
  from (
    select transfer_id, account_id, amount, row_number() over up_to_here as number, count(*) over all_of_it as entries,
           (sum(amount) over up_to_here)::bigint as running, (sum(amount) over all_of_it)::bigint as total
    from unnest(line_transfers, line_accounts, line_amounts) with ordinality
      as line (transfer_id, account_id, amount, position)
    where amount <> 0
    window up_to_here as (partition by account_id order by position rows unbounded preceding),
           all_of_it as (partition by account_id)
  ) as line
  cross join lateral (select version, balance from account where id = line.account_id limit 1) as account;
end $$;
