-- Reads everything about a group of confirmations, after the locks; those of an agent follow each other.
--
-- Each look-up is lateral with a limit, a single value, or an array, so that every plan goes by its index. Each join makes
-- all rows wider, so what is one value is not joined. The columns have the order of `confirmation_case`.
create or replace function read_confirmations(
  requests confirmation_request[], max_age_s integer, guess_series text, max_agent_guesses integer,
  max_address_guesses integer, max_site_guesses integer)
returns confirmation_case[] language plpgsql as $$
#variable_conflict use_column
declare
  cases         confirmation_case[];
  full_counters rate_limit[];
  max_guesses   integer[] := array[max_agent_guesses, max_address_guesses, max_site_guesses];
  now_ms        bigint;
begin
  cases := array(select found::confirmation_case from (
    select request,
           case
             when request.token_hash is null then null
             when not coalesce((select value = 'true' from setting where key = 'is_off_maintenance'), true)
               then 'maintenance'
             when session.id is null then 'not_signed_in'
           end as not_admitted,
           coalesce(session.id, request.session_id) as session_id, session.last_seen_at,
           agent.id as agent_id, agent.channel_id, agent.daily_limit, today.volume as volume_today,
           float, (select account from account where id = agent.commission_id) as commission,
           last.latest, coalesce(session.shift_id, request.shift_id) as shift_id,
           -- As `shift_terms`, of which a call for each row would take a twentieth of the time.
           case when session.shift_id is not null or request.shift_id is not null then (
             select array[(request.type = any (rights))::integer, max_amount, max_per_shift, used] from shift
             where id = coalesce(session.shift_id, request.shift_id) and agent_id = agent.id and closed_at is null
           ) end as shift_terms,
           (select refused_key from refused_key where agent_id = agent.id and key = request.key) as refused_key,
           (select player_transaction_id from confirmation
            where float_id = agent.float_id and key_hash = hashtextextended(request.key, 0)) as paid_id,
           array[counted_as(guess_series, agent.id::text), request.address_guesses, request.site_guesses] as guess_counters,
           null::bigint as wait_s,
           tx.id as tx_id, tx.state, tx.partner_id, tx.player_id, tx.has_sealed_code, tx.wrong_codes,
           fee_bp(tx.type, agent.deposit_fee_bp, agent.withdraw_fee_bp, fee.deposit_fee_bp, fee.withdraw_fee_bp) as fee_bp,
           coalesce(
             agent_refusal(
               status => agent.status, asset => float.asset, currency_code => channel.currency_code,
               amount => request.amount, max_amount => agent.max_amount, daily_limit => agent.daily_limit,
               volume_today => today.volume, is_demo => agent.is_demo, geo_lat => agent.geo_lat,
               geo_lon => agent.geo_lon, geo_area => agent.geo_area, lat => request.lat, lon => request.lon,
               age_s => request.age_s, max_age_s => max_age_s),
             transaction_refusal(
               id => tx.id, type => tx.type, state => tx.state, expires_at => tx.expires_at, locked_at => tx.locked_at,
               as_type => request.type, at => request.at, is_excluded => (
                 select true from player_exclusion
                 where partner_id = tx.partner_id and player_id = tx.player_id
                   and coalesce(excluded_until > request.at, true) limit 1)),
             case
               when tx.amount <> request.amount then 'amount_mismatch'
               when tx.type = 'withdraw' and request.code_hash is null then 'security_code_required'
               when tx.type = 'withdraw' and request.code_hash <> tx.security_code_hash then 'security_code_wrong'
               else 'confirmed'
             end) as outcome
    from unnest(requests) as request
    left join lateral (
      select id, agent_id, last_seen_at, coalesce(shift_id, case when staff_id is not null then 0 end) as shift_id
      from session
      where token_hash = request.token_hash and is_in_use(
        ended_at => ended_at, expires_at => expires_at, last_seen_at => last_seen_at, idle_seconds => idle_seconds,
        at => request.at) limit 1) as session on true
    left join agent on agent.id = coalesce(session.agent_id, request.agent_id)
    left join account as float on float.id = agent.float_id
    left join channel on channel.id = agent.channel_id
    left join lateral (
      select deposit_fee_bp, withdraw_fee_bp from channel_fee
      where channel_id = agent.channel_id and valid_from <= request.at order by valid_from desc limit 1) as fee on true
    left join lateral (
      select confirmation as latest, finished_at from confirmation
      where float_id = agent.float_id order by number desc limit 1) as last on true
    left join lateral (
      select deposit_sum + withdraw_sum as volume from daily_total
      where agent.daily_limit is not null and agent_id = agent.id and day = counted_day(request.at, last.finished_at)
      limit 1) as today on true
    -- With the state as a column of a look-up with a limit: if `transaction_refusal` were given an expression with look-ups,
    -- PostgreSQL would call it for each row instead of making it part of this statement.
    left join lateral (
      select id, partner_id, type, amount, player_id, security_code_hash, wrong_codes, locked_at, expires_at,
             sealed_code is not null as has_sealed_code,
             state_of(
               ended_as => ended_as,
               is_open => (select true from open_transaction where transaction_id = one.transaction_id limit 1),
               is_confirmed => (select true from confirmation where player_transaction_id = one.id limit 1)) as state
      from player_transaction as one
      where transaction_id = request.transaction_id and channel_id = agent.channel_id
        and (agent_id is null or agent_id = agent.id) limit 1) as tx on true
    order by agent.id, request.ordinal) as found);

  -- An agent or an address with too many wrong guesses has to wait; the rate limiter keeps the counters. Few are full.
  full_counters := array(
    select counter from rate_limit as counter
    where key = any (array(select unnest(guess_counters) from unnest(cases)))
      and points >= least(max_agent_guesses, max_address_guesses, max_site_guesses));
  if cardinality(full_counters) > 0 then
    for n in 1 .. cardinality(cases) loop
      now_ms := extract(epoch from (cases[n].request).at) * 1000;
      cases[n].wait_s := (
        select (max(expire) - now_ms + 999) / 1000 from unnest(full_counters)
        where expire > now_ms and points >= max_guesses[array_position(cases[n].guess_counters, key::text)]);
    end loop;
  end if;
  return cases;
end $$;
