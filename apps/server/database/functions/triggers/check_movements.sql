-- Runs once per insert statement. Both accounts of a movement exist and count in the same asset. Where an account keeps a
-- balance, the new movements follow its last one and each other without a gap, never go below its floor, and end with the
-- account as it is now.
create or replace function check_movements() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from (
      select side.*, lag(side.number) over one as number_before, lag(side.after) over one as balance_before,
             lead(side.number) over one is null as is_last
      from added
      left join lateral (
        select asset, balance, version, floor from account where id = added.from_id limit 1) as giver on true
      left join lateral (
        select asset, balance, version, floor from account where id = added.to_id limit 1) as taker on true
      cross join lateral (values
        (from_id, from_version, from_balance, -amount, giver.asset, giver.version, giver.balance, giver.floor, taker.asset),
        (to_id, to_version, to_balance, amount, taker.asset, taker.version, taker.balance, taker.floor, giver.asset)
      ) as side (account_id, number, after, amount, asset, version, balance, floor, other_asset)
      window one as (partition by side.account_id order by side.number)
    ) as line
    where asset is distinct from other_asset or asset is null or case
      when version is null then num_nonnulls(number, after) > 0
      else num_nonnulls(number, after) < 2 or after < floor
        or number <> number_before + 1 or after <> balance_before + amount
        or is_last and (number <> version or after <> balance)
        or number_before is null and after - amount is distinct from coalesce(
          (select from_balance from movement where from_id = account_id and from_version = number - 1 limit 1),
          (select to_balance from movement where to_id = account_id and to_version = number - 1 limit 1),
          case number when 1 then 0 end)
    end
  ) then
    raise exception 'movements do not fit their accounts' using errcode = 'CB001';
  end if;
  return null;
end $$;
