-- Runs once per insert statement. As `check_movements`, for the two movements of each confirmation.
create or replace function check_confirmations() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from added
    left join account as float on float.id = added.float_id and float.kind = 'float' and float.agent_id = added.agent_id
    left join account as clearing on clearing.id = added.clearing_id and clearing.kind = 'clearing'
    left join account as commission on commission.id = added.commission_id and commission.kind = 'commission'
      and commission.agent_id = added.agent_id
    left join account as expense on expense.id = added.expense_id and expense.kind = 'commission_expense'
    where float.asset is distinct from clearing.asset or float.asset is null
      or not line_fits(float, added.float_version, added.float_balance,
           case added.type when 'deposit' then -added.amount else added.amount end)
      or added.fee > 0 and (
        commission.asset is distinct from expense.asset or commission.asset is null
        or not line_fits(commission, added.commission_version, added.commission_balance, added.fee))
  ) then
    raise exception 'movements do not fit their accounts' using errcode = 'CB001';
  end if;
  return null;
end $$;
