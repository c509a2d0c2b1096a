-- Whether a new line of an account that keeps a balance follows the one before it, has its number alone, does not go below the
-- floor, and is the last one, as the account has it now, or followed by another. Other accounts have no balance and no number.
create or replace function line_fits(of_account account, new_number integer, new_balance bigint, change bigint)
returns boolean language plpgsql stable as $$
begin
  if of_account.version is null then
    return num_nonnulls(new_number, new_balance) = 0;
  end if;
  return coalesce(
    new_balance >= coalesce(of_account.floor, new_balance)
    and case new_number when of_account.version then new_balance = of_account.balance
      else (select true from statement_line where account_id = of_account.id and number = new_number + 1 limit 1) end
    and (select count(*) from (
      select 1 from statement_line where account_id = of_account.id and number = new_number limit 2) as same) = 1
    and new_balance - change = coalesce(
      (select balance from statement_line where account_id = of_account.id and number = new_number - 1 limit 1),
      case new_number when 1 then 0 end),
    false);
end $$;
