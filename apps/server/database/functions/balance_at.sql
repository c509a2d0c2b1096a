-- The balance of an account at a moment: the sum of all entries whose transfer is earlier.
create or replace function balance_at(of_account uuid, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  near record;
begin
  select low, high into strict near from entry_range(of_account, moment, moment);
  return coalesce((
    select balance_after from entry where account_id = of_account and account_version = near.low), 0)
    + coalesce((
    select sum(entry.amount) from entry
    cross join lateral (select created_at from transfer where id = entry.transfer_id limit 1) as transfer
    where entry.account_id = of_account and entry.account_version > near.low and entry.account_version <= near.high
      and transfer.created_at < moment), 0);
end $$;
