-- How many lines a statement had at a moment: lines are numbered without gaps, and nearly in the order of their time.
create or replace function lines_before(of_account bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low    bigint := 0;
  high   bigint;
  middle bigint;
begin
  select version into strict high from account where id = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select at from statement_line where account_id = of_account and number = middle) < moment then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
