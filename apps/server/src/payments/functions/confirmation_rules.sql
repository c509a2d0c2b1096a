-- Why an agent can't confirm this amount at this location now; null when they can. The look-up and the confirmation both ask
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

-- Why a transaction can't be confirmed as one of this type at this moment; null when it can. Asked by the look-up and the
-- confirmation, as `agent_refusal` is.
create or replace function transaction_refusal(
  id uuid, type text, state text, expires_at timestamptz, locked_at timestamptz, as_type text, at timestamptz,
  is_excluded boolean)
returns text language sql immutable as $$
  select case
    when id is null then 'transaction_not_found'
    when type <> as_type then 'transaction_wrong_type'
    when state in ('confirmed', 'reversed') then 'transaction_already_confirmed'
    when state = 'cancelled' then 'transaction_cancelled'
    when state = 'expired' or expires_at <= at then 'transaction_expired'
    when locked_at is not null then 'transaction_locked'
    when type = 'deposit' and is_excluded then 'player_excluded'
  end
$$;

-- Why someone who works at a point may not confirm this amount; null when they may. `terms` are of their open shift: whether
-- it has the right, the most for one payment, the most for the shift, and what of that is used. Null without an open shift.
create or replace function shift_refusal(terms bigint[], amount bigint) returns text language sql immutable as $$
  select case
    when terms is null then 'shift_closed'
    when terms[1] = 0 then 'staff_right_missing'
    when amount > shift_left(terms) then 'staff_cap_exceeded'
  end
$$;

-- What `shift_refusal` asks of a shift; null unless it is open.
create or replace function shift_terms(of_shift integer, of_agent uuid, of_type text) returns bigint[] language plpgsql stable as $$
#variable_conflict use_column
begin
  return (
    select array[(of_type = any (rights))::integer, max_amount, max_per_shift, used] from shift
    where id = of_shift and agent_id = of_agent and closed_at is null);
end $$;

-- The most that a shift may still confirm at once; null for any amount.
create or replace function shift_left(terms bigint[]) returns bigint language sql immutable as $$
  select least(terms[2], case when terms[3] is not null then greatest(terms[3] - terms[4], 0) end)
$$;

-- What a confirmation adds to the float: a deposit takes from it.
create or replace function float_change(type text, amount bigint) returns bigint language sql immutable as $$
  select case type when 'deposit' then -amount else amount end
$$;

-- How much a float lacks for a transaction: only a deposit takes from it. Asked by the look-up and the confirmation.
create or replace function missing_float(type text, amount bigint, available bigint) returns bigint language sql immutable as $$
  select case when type = 'deposit' and amount > available then amount - available else 0 end
$$;

-- How much a player may still pay in or take out at a moment, by the tightest of the limits, and what the refusal of more says.
-- No row without a limit. The look-up, the check of a player and the confirmation all ask it. `also` are transactions that the
-- same group is about to confirm. The partner is compared in a way that no index serves, and a confirmation is found by its key:
-- so a plan that was made for small tables still begins with the index of the player.
create or replace function player_limit_left(
  of_partner uuid, of_player text, of_channel uuid, of_type text, at timestamptz, also text[] default '{}')
returns table (amount_left bigint, detail jsonb) language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  select bound.amount_left, jsonb_build_object(
           'left', to_char(bound.amount_left / 100.0, 'FM999,999,999,999,999,990.00'), 'period', bound.period,
           'asset', rule.currency_code)
  from channel
  join player_limit as rule on rule.currency_code = channel.currency_code and rule.type = of_type
    and coalesce(rule.channel_id, of_channel) = of_channel and coalesce(rule.partner_id, of_partner) = of_partner
  cross join lateral (
    select coalesce(sum(tx.amount) filter (where finished.finished_at >= date_trunc('day', at, 'UTC')), 0)::bigint as of_day,
           coalesce(sum(tx.amount) filter (where finished.finished_at >= date_trunc('week', at, 'UTC')), 0)::bigint as of_week,
           coalesce(sum(tx.amount) filter (where finished.finished_at >= date_trunc('month', at, 'UTC')), 0)::bigint as of_month
    from player_transaction as tx
    cross join lateral (
      select coalesce(
        (select confirmation.finished_at from confirmation where player_transaction_id = tx.id),
        case when tx.transaction_id = any (also) then at end) as finished_at
      limit 1) as finished
    where tx.player_id = of_player and tx.partner_id is not distinct from of_partner and tx.type = of_type
      and tx.ended_as is null and coalesce(rule.channel_id, tx.channel_id) = tx.channel_id
      and (select transaction_channel.currency_code from channel as transaction_channel where transaction_channel.id = tx.channel_id) = rule.currency_code
      -- A transaction is confirmed before it expires. The day is for a clock that was set back.
      and tx.expires_at >= least(date_trunc('week', at, 'UTC'), date_trunc('month', at, 'UTC')) - interval '1 day') as used
  cross join lateral (
    select length, period, greatest(most - amount, 0) as amount_left
    from (values
      (1, 'payment', rule.max_amount, 0), (2, 'day', rule.max_per_day, used.of_day),
      (3, 'week', rule.max_per_week, used.of_week), (4, 'month', rule.max_per_month, used.of_month)
    ) as each (length, period, most, amount)
    where most is not null) as bound
  where channel.id = of_channel and not channel.is_demo
  order by bound.amount_left, bound.length desc limit 1;
end $$;

-- Metres along the surface of the earth between two points in degrees.
create or replace function distance_m(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8 language sql immutable as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)))
$$;

-- The state of a transaction, from what its row says about its end, and from `open_transaction` and `confirmation`. Null for
-- a transaction that is in neither although it has not ended: its data is damaged, and callers must fail. One expression,
-- so that PostgreSQL makes it part of the statement that asks.
create or replace function state_of(ended_as text, is_open boolean, is_confirmed boolean) returns text
language sql immutable as $$
  select case when ended_as is not null then ended_as when is_open then 'open' when is_confirmed then 'confirmed' end
$$;

-- The state of a transaction now. With limits, so that both look-ups go by key.
create or replace function state_now(of_id uuid, of_transaction text, ended_as text) returns table (state text)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  select state_of(
    ended_as => ended_as,
    is_open => (select true from open_transaction where transaction_id = of_transaction limit 1),
    is_confirmed => (select true from confirmation where player_transaction_id = of_id limit 1));
end $$;

-- The name under which the rate limiter counts a subject: `hashToken` of the server, after the name of the limit.
create or replace function counted_as(series text, subject text) returns text language sql stable as $$
  select series || ':' || rtrim(translate(encode(sha256(convert_to(subject, 'UTF8')), 'base64'), '+/', '-_'), '=')
$$;

-- What an agent earns, in hundredths of a percent: by their own terms, and otherwise by those of their channel. One
-- expression, so that PostgreSQL makes it part of the statement that asks.
create or replace function fee_bp(
  type text, own_deposit_bp integer, own_withdraw_bp integer, channel_deposit_bp integer, channel_withdraw_bp integer)
returns integer language sql immutable as $$
  select case type
    when 'deposit' then coalesce(own_deposit_bp, channel_deposit_bp)
    else coalesce(own_withdraw_bp, channel_withdraw_bp)
  end
$$;

-- What an agent earns at a moment.
create or replace function fee_in_force(of_agent uuid, of_type text, at timestamptz) returns table (bp integer)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  select fee_bp(of_type, agent.deposit_fee_bp, agent.withdraw_fee_bp, fee.deposit_fee_bp, fee.withdraw_fee_bp)
  from agent
  left join lateral (
    select deposit_fee_bp, withdraw_fee_bp from channel_fee
    where channel_id = agent.channel_id and valid_from <= at order by valid_from desc limit 1) as fee on true
  where agent.id = of_agent;
end $$;

-- A percentage in hundredths of a percent of an amount, rounded half to even. One expression, so that PostgreSQL makes it
-- part of the statement that asks.
create or replace function fee_of(amount bigint, rate_bp integer) returns bigint language sql immutable as $$
  select (amount * rate_bp + 5000
    - case when amount * rate_bp % 10000 = 5000 and amount * rate_bp / 10000 % 2 = 0 then 1 else 0 end) / 10000
$$;
