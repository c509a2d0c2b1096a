-- The balance of an account at a moment: the sum of all earlier lines of its statement.
create or replace function balance_at(of_account bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  near record;
begin
  select low, high into strict near from line_range(of_account, moment, moment);
  return coalesce((select balance from statement_line where account_id = of_account and number = near.low), 0)
    + coalesce((
    select sum(amount) from statement_line
    where account_id = of_account and number > near.low and number <= near.high and at < moment), 0);
end $$;
