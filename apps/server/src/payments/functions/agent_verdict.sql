-- What an agent's confirmation of this amount from this location would meet now, and what it would earn. Asked before cash changes
-- hands.
create or replace function agent_verdict(
  of_agent uuid, of_type text, of_amount bigint, lat float8, lon float8, age_s integer, max_age_s integer, at timestamptz,
  -- Of staff: their open shift, and 0 without one.
  of_shift integer default null)
returns table (refusal text, missing bigint, max_amount bigint, left_today bigint, distance_m float8, fee bigint)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  select coalesce(agent_refusal(
           status => agent.status, asset => float.asset, currency_code => channel.currency_code, amount => of_amount,
           max_amount => agent.max_amount, daily_limit => agent.daily_limit, volume_today => today.volume,
           is_demo => agent.is_demo, geo_lat => agent.geo_lat, geo_lon => agent.geo_lon, geo_area => agent.geo_area,
           lat => lat, lon => lon, age_s => age_s, max_age_s => max_age_s),
           case when of_shift is not null then shift_refusal(shift_terms(of_shift, agent.id, of_type), of_amount) end),
         missing_float(of_type, of_amount, float.balance - float.floor), agent.max_amount,
         agent.daily_limit - today.volume, distance_m(agent.geo_lat, agent.geo_lon, lat, lon), fee_of(of_amount, rate.bp)
  from agent
  join channel on channel.id = agent.channel_id
  join account as float on float.id = agent.float_id
  cross join lateral fee_in_force(agent.id, of_type, at) as rate
  cross join lateral volume_of_day(agent.id, at) as today
  where agent.id = of_agent;
end $$;

-- What an agent has confirmed on the day that a confirmation at this moment would count for.
create or replace function volume_of_day(of_agent uuid, at timestamptz) returns table (volume bigint)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  select coalesce((
    select deposit_sum + withdraw_sum from daily_total
    where agent_id = of_agent and day = counted_day(at, (
      select finished_at from confirmation where float_id = (select float_id from agent where id = of_agent)
      order by number desc limit 1))), 0)::bigint;
end $$;

-- The day that a confirmation at a moment counts for. Moments never go back, so that is the day of the agent's last
-- confirmation if the clock has been set back.
create or replace function counted_day(at timestamptz, last_at timestamptz) returns date language sql immutable as $$
  select (greatest(at, last_at) at time zone 'UTC')::date
$$;
