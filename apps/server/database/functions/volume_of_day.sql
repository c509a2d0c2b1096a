-- What an agent has confirmed on the day that a confirmation at this moment would count for: moments never go back, so
-- that is the day of the last confirmation if the clock has been set back. A table, as `fee_in_force` is.
create or replace function volume_of_day(of_agent uuid, at timestamptz) returns table (volume bigint)
language sql stable rows 1 as $$
  select coalesce((
    select deposit_sum + withdraw_sum from daily_total
    where agent_id = of_agent and day = (greatest(at, (
      select finished_at from confirmation where agent_id = of_agent order by number desc limit 1
    )) at time zone 'UTC')::date), 0)::bigint
$$;
