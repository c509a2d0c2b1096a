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

-- The balance of an account at a moment: the sum of all earlier lines of its statement. `is true` keeps PostgreSQL from the
-- index of times, where it would read the payments of all agents.
create or replace function balance_at(of_account bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  near record;
begin
  select low, high into strict near from line_range(of_account, moment, moment);
  return coalesce((select balance from statement_line where account_id = of_account and number = near.low), 0)
    + coalesce((
    select sum(amount) from statement_line
    where account_id = of_account and number > near.low and number <= near.high and (at < moment) is true), 0);
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

-- The numbers of an agent's confirmations of one type, newest first: of those from `after` up to `up_to` among their type, at
-- most so many, and on request only those with a fee. A row says how many of its type there are up to it, so the next one is
-- found in steps that double, and then between the last two.
create or replace function confirmed_of_type(
  of_float bigint, of_type text, after bigint, up_to bigint, at_most bigint default null, has_fee boolean default false)
returns table (place bigint, number integer) language plpgsql stable as $$
#variable_conflict use_column
declare
  low    integer;
  high   integer;
  step   integer;
  middle integer;
  listed bigint := 0;
begin
  select number into high from confirmation where float_id = of_float order by number desc limit 1;
  for wanted in reverse up_to .. after + 1 loop
    exit when listed = at_most;
    low := high;
    step := 1;
    loop
      -- As many as `wanted` are not among fewer numbers.
      low := greatest(low - step, wanted - 1);
      exit when low < wanted or wanted > (
        select case type when of_type then type_number else number - type_number end
        from confirmation where float_id = of_float and number = low);
      high := low;
      step := step * 2;
    end loop;
    while high - low > 1 loop
      middle := (low + high) / 2;
      if wanted > (
        select case type when of_type then type_number else number - type_number end
        from confirmation where float_id = of_float and number = middle)
      then
        low := middle;
      else
        high := middle;
      end if;
    end loop;
    if not has_fee or (select fee > 0 from confirmation where float_id = of_float and number = high) then
      place := wanted;
      number := high;
      listed := listed + 1;
      return next;
    end if;
    high := high - 1;
  end loop;
end $$;
