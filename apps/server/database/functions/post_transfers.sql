-- Posts transfers together: line i adds line_amounts[i] to line_accounts[i] as part of line_transfers[i].
-- Zero amounts are left out. Lock the accounts in id order first.
create or replace function post_transfers(
  new_kind text, ids uuid[], new_references text[], reasons text[], times timestamptz[],
  line_transfers uuid[], line_accounts uuid[], line_amounts bigint[]
) returns void language plpgsql as $$
begin
  with new_transfer as (
    insert into transfer (id, kind, reference, reason, created_at)
    select new.id, new_kind, new.reference, new.reason, new.at
    from unnest(ids, new_references, reasons, times) as new (id, reference, reason, at)
  ), moved as (
    -- Each account once, with its lines in their order.
    update account set balance = account.balance + total.amount, version = account.version + total.entries
    from (
      select account_id, sum(amount)::bigint as amount, count(*) as entries,
             array_agg(transfer_id order by position) as transfers, array_agg(amount order by position) as amounts
      from unnest(line_transfers, line_accounts, line_amounts) with ordinality
        as line (transfer_id, account_id, amount, position)
      where amount <> 0 group by account_id
    ) as total
    where account.id = total.account_id
    returning account.id, account.balance - total.amount as balance_before, account.version - total.entries as version_before,
      total.transfers, total.amounts
  )
  insert into entry (account_id, account_version, transfer_id, amount, balance_after)
  select moved.id, moved.version_before + line.number, line.transfer_id, line.amount,
         moved.balance_before + (sum(line.amount) over (partition by moved.id order by line.number))::bigint
  from moved cross join lateral unnest(moved.transfers, moved.amounts) with ordinality as line (transfer_id, amount, number);

  -- Confirmations are found by their running numbers.
  if new_kind <> 'confirmation' then
    insert into entry_by_kind (account_id, kind, account_version, amount, at)
    select entry.account_id, new_kind, entry.account_version, entry.amount, transfer.created_at
    from entry
    join transfer on transfer.id = entry.transfer_id
    join account on account.id = entry.account_id
    where entry.transfer_id = any (ids) and account.kind in ('float', 'commission');
  end if;
end $$;
