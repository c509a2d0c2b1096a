-- Runs once per insert statement: what was added must sum to zero per transfer and asset,
-- agree with the accounts as they are now, and never have been below a floor on the way.
create or replace function check_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from (
      select added.transfer_id,
             sum(added.amount) = 0 and count(account.asset) = count(*)
               and bool_and(added.account_version < account.version
                 or added.account_version = account.version and added.balance_after = account.balance)
               and bool_and(account.floor is null or added.balance_after >= account.floor) as is_sound
      from added
      left join lateral (
        select asset, version, balance, floor from account where id = added.account_id limit 1
      ) as account on true
      group by added.transfer_id, account.asset
    ) as checked
    left join lateral (select true as is_there from transfer where id = checked.transfer_id limit 1) as transfer on true
    where checked.is_sound is not true or transfer.is_there is null
  ) then
    raise exception 'entries do not balance' using errcode = 'CB001';
  end if;
  return null;
end $$;
