-- Runs once per insert statement. Both accounts of a movement exist and count in the same asset. Where an account keeps a
-- balance, each new movement follows the one before it, has its number alone, never goes below the floor, and the last one
-- leaves the account as it is now. Each look-up has a limit:
-- with `exists` PostgreSQL would hash the whole table.
create or replace function check_movements() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from added
    left join account as giver on giver.id = added.from_id
    left join account as taker on taker.id = added.to_id
    where giver.asset is distinct from taker.asset or giver.asset is null
      or case
        when giver.version is null then num_nonnulls(added.from_version, added.from_balance) > 0
        else num_nonnulls(added.from_version, added.from_balance) < 2 or added.from_balance < giver.floor
          or (select 1 from movement where to_id = added.from_id and to_version = added.from_version limit 1) is not null
          or case
            when added.from_version < giver.version
              then (select 1 from movement where from_id = added.from_id and from_version = added.from_version + 1 limit 1) is null
               and (select 1 from movement where to_id = added.from_id and to_version = added.from_version + 1 limit 1) is null
            else added.from_version > giver.version or added.from_balance <> giver.balance
          end
          or added.from_balance + added.amount is distinct from coalesce(
            (select from_balance from movement where from_id = added.from_id and from_version = added.from_version - 1 limit 1),
            (select to_balance from movement where to_id = added.from_id and to_version = added.from_version - 1 limit 1),
            case added.from_version when 1 then 0 end)
      end
      or case
        when taker.version is null then num_nonnulls(added.to_version, added.to_balance) > 0
        else num_nonnulls(added.to_version, added.to_balance) < 2 or added.to_balance < taker.floor
          or (select 1 from movement where from_id = added.to_id and from_version = added.to_version limit 1) is not null
          or case
            when added.to_version < taker.version
              then (select 1 from movement where from_id = added.to_id and from_version = added.to_version + 1 limit 1) is null
               and (select 1 from movement where to_id = added.to_id and to_version = added.to_version + 1 limit 1) is null
            else added.to_version > taker.version or added.to_balance <> taker.balance
          end
          or added.to_balance - added.amount is distinct from coalesce(
            (select to_balance from movement where to_id = added.to_id and to_version = added.to_version - 1 limit 1),
            (select from_balance from movement where from_id = added.to_id and from_version = added.to_version - 1 limit 1),
            case added.to_version when 1 then 0 end)
      end
  ) then
    raise exception 'movements do not fit their accounts' using errcode = 'CB001';
  end if;
  return null;
end $$;
