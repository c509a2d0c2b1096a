-- Why an agent can't confirm this amount at this place now; null when they can. The look-up and the confirmation both ask
-- it, so that no agent takes cash for what would be refused. One expression, so that PostgreSQL makes it part of the
-- statement that asks.
create or replace function agent_refusal(
  status text, asset text, currency_code text, amount bigint, max_amount bigint, daily_limit bigint, volume_today bigint,
  is_demo boolean, geo_lat float8, geo_lon float8, geo_area integer, lat float8, lon float8, age_s integer, max_age_s integer)
returns text language sql immutable as $$
  select case
    -- May the agent act?
    when status <> 'approved' or asset <> currency_code then 'agent_not_active'
    when amount > max_amount then 'limit_exceeded'
    when amount > daily_limit - coalesce(volume_today, 0) then 'limit_exceeded'
    -- Is the agent at their point?
    when not is_demo and (lat is null or lon is null or geo_lat is null or geo_lon is null) then 'geo_missing'
    when not is_demo and abs(age_s) > max_age_s then 'geo_stale'
    when not is_demo and distance_m(geo_lat, geo_lon, lat, lon) > geo_area then 'geo_outside'
  end
$$;
