-- Runs once per insert statement. The rules of `check_movements` for the two movements of a confirmation, with as few look-ups as
-- they need: the line before is usually a confirmation too. Each look-up has a limit: with `exists` PostgreSQL would hash the
-- whole table.
create or replace function check_confirmations() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from added
    left join account as float on float.id = added.float_id
    left join account as clearing on clearing.id = added.clearing_id
    left join account as commission on commission.id = added.commission_id
    left join account as expense on expense.id = added.expense_id
    where (float.kind, float.agent_id, clearing.kind, clearing.asset)
        is distinct from ('float', added.agent_id, 'clearing', float.asset)
      or added.float_balance < float.floor
      or case added.float_version
        when float.version then added.float_balance <> float.balance
        else (select 1 from confirmation where float_id = added.float_id and float_version = added.float_version + 1 limit 1) is null
      end
      or (select 1 from movement where from_id = added.float_id and from_version = added.float_version limit 1) is not null
      or (select 1 from movement where to_id = added.float_id and to_version = added.float_version limit 1) is not null
      or added.float_balance + case added.type when 'deposit' then added.amount else -added.amount end is distinct from coalesce(
        (select float_balance from confirmation
         where float_id = added.float_id and float_version = added.float_version - 1 limit 1),
        (select to_balance from movement where to_id = added.float_id and to_version = added.float_version - 1 limit 1),
        (select from_balance from movement where from_id = added.float_id and from_version = added.float_version - 1 limit 1),
        case added.float_version when 1 then 0 end)
      or added.fee > 0 and (
        (commission.kind, commission.agent_id, expense.kind, expense.asset, commission.asset)
          is distinct from ('commission', added.agent_id, 'commission_expense', commission.asset, float.asset)
        or added.commission_balance < commission.floor
        or case added.commission_version
          when commission.version then added.commission_balance <> commission.balance
          else (
            select 1 from confirmation
            where commission_id = added.commission_id and commission_version = added.commission_version + 1 limit 1) is null
        end
        or (select 1 from movement
            where from_id = added.commission_id and from_version = added.commission_version limit 1) is not null
        or (select 1 from movement
            where to_id = added.commission_id and to_version = added.commission_version limit 1) is not null
        or added.commission_balance - added.fee is distinct from coalesce(
          (select commission_balance from confirmation
           where commission_id = added.commission_id and commission_version = added.commission_version - 1 limit 1),
          (select from_balance from movement
           where from_id = added.commission_id and from_version = added.commission_version - 1 limit 1),
          (select to_balance from movement
           where to_id = added.commission_id and to_version = added.commission_version - 1 limit 1),
          case added.commission_version when 1 then 0 end))
  ) then
    raise exception 'movements do not fit their accounts' using errcode = 'CB001';
  end if;
  return null;
end $$;
