-- Runs once per insert statement. Both accounts of a movement exist and count in the same asset. Where an account keeps a
-- balance, each new line follows the one before it, has its number alone, never goes below the floor, and is the last one, as
-- the account has it now, or followed by another.
create or replace function check_movements() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from added
    left join account as giver on giver.id = added.from_id
    left join account as taker on taker.id = added.to_id
    cross join lateral (values
      (giver, added.from_version, added.from_balance, -added.amount), (taker, added.to_version, added.to_balance, added.amount)
    ) as line (account, number, balance, change)
    where giver.asset is distinct from taker.asset or giver.asset is null
      or case
        when (line.account).version is null then num_nonnulls(line.number, line.balance) > 0
        else num_nonnulls(line.number, line.balance) < 2 or line.balance < (line.account).floor
          or (select count(*) from (
            select 1 from statement_line where account_id = (line.account).id and number = line.number limit 2) as same) <> 1
          or case line.number
            when (line.account).version then line.balance <> (line.account).balance
            else (select 1 from statement_line where account_id = (line.account).id and number = line.number + 1 limit 1) is null
          end
          or line.balance - line.change is distinct from coalesce(
            (select balance from statement_line where account_id = (line.account).id and number = line.number - 1 limit 1),
            case line.number when 1 then 0 end)
      end
  ) then
    raise exception 'movements do not fit their accounts' using errcode = 'CB001';
  end if;
  return null;
end $$;
