-- The numbers between which all lines of a period lie: above `low`, up to `high`. Lines are only nearly in the order of
-- their time, because clocks of several processes differ a little. So the range is an hour longer at both ends, and the
-- caller compares the time of each line as well.
create or replace function line_range(
  of_account bigint, from_at timestamptz, until_at timestamptz, out low bigint, out high bigint
) language plpgsql stable as $$
begin
  low := lines_before(of_account, from_at - interval '1 hour');
  high := lines_before(of_account, until_at + interval '1 hour');
end $$;

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

-- How many payments an agent had confirmed before a moment. They are numbered without gaps in the order of time.
create or replace function confirmed_before(of_agent uuid, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low      bigint := 0;
  high     bigint;
  middle   bigint;
  last     record;
  of_float bigint;
begin
  select float_id into strict of_float from agent where id = of_agent;
  select number, finished_at into last from confirmation where float_id = of_float order by number desc limit 1;
  if not found then
    return 0;
  elsif moment is null or last.finished_at < moment then
    return last.number;
  end if;
  high := last.number - 1;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select finished_at from confirmation where float_id = of_float and number = middle) < moment then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
