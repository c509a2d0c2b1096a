-- Runs once per insert statement. Both accounts of a movement exist and count in the same asset, and each line fits its account.
create or replace function check_movements() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from added
    left join account as giver on giver.id = added.from_id
    left join account as taker on taker.id = added.to_id
    where giver.asset is distinct from taker.asset or giver.asset is null
      or not line_fits(giver, added.from_version, added.from_balance, -added.amount)
      or not line_fits(taker, added.to_version, added.to_balance, added.amount)
  ) then
    raise exception 'movements do not fit their accounts' using errcode = 'CB001';
  end if;
  return null;
end $$;
