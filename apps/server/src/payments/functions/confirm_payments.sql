-- The heart. Takes a group of confirmations, judges them one after the other as if each had come alone, and moves the
-- money of those that pass, in one transaction. Outcome 'confirmed', or the code of the refusal with its details.
--
-- It finds the sessions behind the tokens, locks, reads everything about the group with one statement, judges in memory,
-- and writes with one statement a table: a group of 32 costs little more than a group of one. Of a caller who is known
-- already there are the agent's and the session's id instead of a token. What is the same for all items is a parameter.
create or replace function confirm_payments(
  batch jsonb, max_wrong_codes integer, lock_ms integer default null, max_age_s integer default null,
  -- The counters of wrong guesses: how that of an agent is named, and how far each may go.
  guess_series text default null, max_agent_guesses integer default null, max_address_guesses integer default null,
  max_site_guesses integer default null)
returns table (
  ordinal integer, outcome text, detail jsonb, replayed boolean, agent_id uuid, session_id uuid, last_seen_at timestamptz)
language plpgsql
-- Plans are made while the tables are small and then kept: every look-up must go by its index from the first row on.
-- That is also why each one below is lateral with a limit, a single value, or an array. Each join makes all rows wider, so
-- what is one value is not joined.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
declare
  lock_limit  text;
  -- Whether any player has a limit.
  has_limits  boolean;
  item        record;
  -- The agent whose items are being judged, as the items before this one left them.
  agent_now   uuid;
  float_balance      bigint;
  float_version      bigint;
  commission_balance bigint;
  commission_version bigint;
  volume_today  bigint;
  number      bigint;
  deposits    bigint;
  last_at     timestamptz;
  -- About this item.
  seen_before integer;
  tries       integer;
  above_limit jsonb;
  -- What the partner is told about it, if anything, and when it happened.
  told        text;
  told_at     timestamptz;
  new_row     confirmation;
  new_key     refused_key;
  -- What has been decided in this group.
  wrong_codes uuid[] := '{}';
  key_names   text[] := '{}';
  keys        refused_key[] := '{}';
  taken       text[] := '{}';
  sealed      uuid[] := '{}';
  closed      integer;
  confirmed   confirmation[] := '{}';
  event_ids      uuid[] := '{}';
  event_topics   event_topic[] := '{}';
  event_partners uuid[] := '{}';
  event_subjects uuid[] := '{}';
  event_lockers  uuid[] := '{}';
  event_times    timestamptz[] := '{}';
begin
  if lock_ms is not null then
    lock_limit := set_config('lock_timeout', lock_ms::text, true);
  end if;
  -- Floats in id order, then transactions in order: groups of several processes can't lock each other out.
  -- A float's row is the lock of everything that belongs to its agent.
  perform 1 from account where id = any (array(
    select float_id from agent where id = any (array(
      select coalesce((select agent_id from session where token_hash = i ->> 'token_hash'), (i ->> 'agent_id')::uuid)
      from jsonb_array_elements(batch) as i))
  )) order by id for update;
  perform 1 from open_transaction where transaction_id = any (array(
    select i ->> 'transaction_id' from jsonb_array_elements(batch) as i
  )) order by transaction_id for update;
  -- Then the players, in order too, so that no two agents use the same rest of a limit. Without limits nobody waits.
  has_limits := exists (select 1 from player_limit);
  if has_limits then
    perform pg_advisory_xact_lock(player.lock) from (
      select distinct hashtextextended(concat_ws(' ', current_schema(), 'player', partner_id, player_id), 0) as lock
      from player_transaction where transaction_id = any (array(
        select i ->> 'transaction_id' from jsonb_array_elements(batch) as i))
      order by 1) as player;
  end if;

  -- Everything about each item, and what would become of it if it had come alone and the float covered it.
  for item in
    select i.ordinal, i.key, i.body_hash, i.code_hash, i.type, i.transaction_id, i.amount, i.lat, i.lon, i.accuracy_m,
           i.age_s, i.ip, i.at, i.event_id, coalesce(session.id, i.session_id) as session_id, session.last_seen_at,
           agent.id as agent_id, agent.channel_id, agent.daily_limit, agent.float_id, agent.commission_id,
           float.balance as float_balance, float.version as float_version, float.floor, float.asset,
           commission.balance as commission_balance, commission.version as commission_version,
           refused.is_repeat as past_is_repeat, refused.outcome as past_outcome, refused.detail as past_detail,
           (select player_transaction_id from confirmation
            where float_id = agent.float_id and key_hash = hashtextextended(i.key, 0)) as paid_tx_id,
           tx.id as tx_id, tx.state as tx_state, tx.has_sealed_code, tx.wrong_codes, tx.player_id, tx.partner_id,
           (select id from account where agent_id is null and kind = 'clearing' and party = tx.partner_id::text
            and asset = float.asset) as clearing_id,
           (select id from account where agent_id is null and kind = 'commission_expense' and party is null
            and asset = float.asset) as expense_id,
           last.number as last_number, last.finished_at as last_at,
           case last.type when 'deposit' then last.type_number else last.number - last.type_number end as last_deposits,
           day.deposit_sum + day.withdraw_sum as volume_today,
           fee_bp(tx.type, agent.deposit_fee_bp, agent.withdraw_fee_bp, fee.deposit_fee_bp, fee.withdraw_fee_bp) as rate_bp,
           case tx.type when 'deposit' then -tx.amount else tx.amount end as signed,
           -- An agent or an address with too many wrong guesses has to wait; the rate limiter keeps the counters.
           (select (max(expire) - (extract(epoch from i.at) * 1000)::bigint + 999) / 1000 from rate_limit
            where key in (counted_as(guess_series, agent.id::text), i.address_guesses, i.site_guesses)
              and expire > (extract(epoch from i.at) * 1000)::bigint
              and points >= case key when i.address_guesses then max_address_guesses when i.site_guesses then max_site_guesses
                else max_agent_guesses end) as wait_s,
           case
             when i.token_hash is null then null
             when not coalesce((select value = 'true' from setting where key = 'is_off_maintenance'), true)
               then 'maintenance'
             when session.id is null then 'not_signed_in'
           end as not_admitted,
           coalesce(
             agent_refusal(
               status => agent.status, asset => float.asset, currency_code => channel.currency_code, amount => i.amount,
               max_amount => agent.max_amount, daily_limit => agent.daily_limit,
               volume_today => day.deposit_sum + day.withdraw_sum, is_demo => agent.is_demo, geo_lat => agent.geo_lat,
               geo_lon => agent.geo_lon, geo_area => agent.geo_area, lat => i.lat, lon => i.lon, age_s => i.age_s,
               max_age_s => max_age_s),
             transaction_refusal(
               id => tx.id, type => tx.type, state => tx.state, expires_at => tx.expires_at, locked_at => tx.locked_at,
               as_type => i.type, at => i.at, is_excluded => (
                 select true from player_exclusion
                 where partner_id = tx.partner_id and player_id = tx.player_id
                   and coalesce(excluded_until > i.at, true) limit 1)),
             case
               when tx.amount <> i.amount then 'amount_mismatch'
               when tx.type = 'withdraw' and i.code_hash is null then 'security_code_required'
               when tx.type = 'withdraw' and i.code_hash <> tx.security_code_hash then 'security_code_wrong'
               else 'confirmed'
             end) as verdict
    from jsonb_to_recordset(batch) as i (
      ordinal integer, agent_id uuid, session_id uuid, token_hash text, key text, body_hash text, type text, transaction_id text,
      amount bigint, code_hash text, lat float8, lon float8, accuracy_m float8, age_s integer, ip text, at timestamptz,
      event_id uuid, address_guesses text, site_guesses text)
    left join lateral (
      select id, agent_id, last_seen_at from session
      where token_hash = i.token_hash and is_in_use(
        ended_at => ended_at, expires_at => expires_at, last_seen_at => last_seen_at, idle_seconds => idle_seconds,
        at => i.at) limit 1) as session on true
    left join agent on agent.id = coalesce(session.agent_id, i.agent_id)
    left join account as float on float.id = agent.float_id
    left join account as commission on commission.id = agent.commission_id
    left join channel on channel.id = agent.channel_id
    -- What the key was used for: a refusal, or the confirmation of a transaction.
    left join lateral (
      select body_hash = i.body_hash as is_repeat, outcome, detail from refused_key
      where agent_id = agent.id and key = i.key limit 1) as refused on true
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
      where transaction_id = i.transaction_id and channel_id = agent.channel_id
        and (agent_id is null or agent_id = agent.id) limit 1) as tx on true
    left join lateral (
      select deposit_fee_bp, withdraw_fee_bp from channel_fee
      where channel_id = agent.channel_id and valid_from <= i.at order by valid_from desc limit 1) as fee on true
    left join lateral (
      select number, type, type_number, finished_at from confirmation
      where float_id = agent.float_id order by number desc limit 1) as last on true
    left join lateral (
      select deposit_sum, withdraw_sum from daily_total
      where agent.daily_limit is not null and agent_id = agent.id
        and day = (greatest(i.at, last.finished_at) at time zone 'UTC')::date limit 1) as day on true
    order by agent.id, i.ordinal
  loop
    ordinal := item.ordinal;
    agent_id := item.agent_id;
    session_id := item.session_id;
    last_seen_at := item.last_seen_at;
    outcome := coalesce(item.not_admitted, item.verdict);
    told := null;
    detail := '{}';
    replayed := false;
    if item.not_admitted is not null then
      return next;
      continue;
    end if;

    if item.agent_id is distinct from agent_now then
      agent_now := item.agent_id;
      float_balance := item.float_balance;
      float_version := item.float_version;
      commission_balance := item.commission_balance;
      commission_version := item.commission_version;
      volume_today := coalesce(item.volume_today, 0);
      number := coalesce(item.last_number, 0);
      deposits := coalesce(item.last_deposits, 0);
      last_at := item.last_at;
    end if;

    -- Was this asked before?
    if item.key is not null then
      seen_before := array_position(key_names, item.agent_id || ' ' || item.key);
      if item.paid_tx_id is not null then
        -- A deposit needs no code.
        replayed := (
          select transaction_id = item.transaction_id and type = item.type and amount = item.amount
                 and (type = 'deposit' or security_code_hash is not distinct from item.code_hash)
          from player_transaction where id = item.paid_tx_id limit 1);
        outcome := case when replayed then 'confirmed' else 'idempotency_key_reused' end;
        return next;
        continue;
      end if;
      if item.past_outcome is not null or seen_before is not null then
        replayed := coalesce(item.past_is_repeat, item.body_hash = (keys[seen_before]).body_hash);
        outcome := 'idempotency_key_reused';
        if replayed then
          outcome := coalesce(item.past_outcome, (keys[seen_before]).outcome);
          detail := coalesce(item.past_detail, (keys[seen_before]).detail);
        end if;
        return next;
        continue;
      end if;
    end if;
    if item.wait_s is not null then
      outcome := 'too_many_requests';
      detail := jsonb_build_object('seconds', item.wait_s);
      return next;
      continue;
    end if;

    if item.tx_id is not null and item.tx_state is null then
      raise exception 'transaction % is neither open nor confirmed, and has not ended', item.transaction_id;
    end if;

    -- What the items before this one have changed, in the order in which it would have been found.
    if outcome in ('confirmed', 'amount_mismatch', 'security_code_required', 'security_code_wrong') then
      tries := item.wrong_codes + coalesce(cardinality(array_positions(wrong_codes, item.tx_id)), 0);
      outcome := case
        when item.amount > item.daily_limit - volume_today then 'limit_exceeded'
        when item.transaction_id = any (taken) then 'transaction_already_confirmed'
        when tries >= max_wrong_codes then 'transaction_locked'
        when outcome = 'confirmed' and missing_float(item.type, item.amount, float_balance - item.floor) > 0 then 'float_insufficient'
        else outcome
      end;
    end if;
    if has_limits and outcome in ('confirmed', 'float_insufficient') then
      select bound.detail into above_limit
      from player_limit_left(
        of_partner => item.partner_id, of_player => item.player_id, of_channel => item.channel_id,
        of_type => item.type, at => greatest(item.at, last_at), also => taken) as bound
      where bound.amount_left < item.amount;
      if above_limit is not null then
        outcome := 'player_limit_exceeded';
        detail := above_limit;
      end if;
    end if;

    if outcome = 'confirmed' then
      last_at := greatest(item.at, last_at + interval '1 microsecond');
      number := number + 1;
      if item.signed < 0 then
        deposits := deposits + 1;
      end if;
      float_balance := float_balance + item.signed;
      float_version := float_version + 1;
      volume_today := volume_today + item.amount;
      taken := taken || item.transaction_id;
      if item.has_sealed_code then
        sealed := sealed || item.tx_id;
      end if;

      new_row.player_transaction_id := item.tx_id;
      new_row.agent_id := item.agent_id;
      new_row.number := number;
      new_row.type_number := case when item.signed < 0 then deposits else number - deposits end;
      new_row.type := item.type;
      new_row.amount := item.amount;
      new_row.fee := fee_of(item.amount, item.rate_bp);
      new_row.fee_bp := item.rate_bp;
      new_row.finished_at := last_at;
      new_row.session_id := item.session_id;
      new_row.geo_lat := item.lat;
      new_row.geo_lon := item.lon;
      new_row.geo_accuracy_m := item.accuracy_m;
      new_row.geo_age_s := item.age_s;
      new_row.ip := item.ip;
      new_row.key_hash := hashtextextended(item.key, 0);
      new_row.float_id := item.float_id;
      new_row.float_version := float_version;
      new_row.float_balance := float_balance;
      new_row.clearing_id := coalesce(item.clearing_id, open_account(
        null, 'clearing', item.partner_id::text, item.asset, null));
      if new_row.fee > 0 then
        commission_balance := commission_balance + new_row.fee;
        commission_version := commission_version + 1;
        new_row.commission_id := item.commission_id;
        new_row.commission_version := commission_version;
        new_row.commission_balance := commission_balance;
        new_row.expense_id := coalesce(item.expense_id, open_account(null, 'commission_expense', null, item.asset, null));
      else
        new_row.commission_id := null;
        new_row.commission_version := null;
        new_row.commission_balance := null;
        new_row.expense_id := null;
      end if;
      confirmed := confirmed || new_row;
      told := 'confirmed';
      told_at := last_at;

    elsif outcome = 'security_code_wrong' then
      tries := tries + 1;
      wrong_codes := wrong_codes || item.tx_id;
      update player_transaction
      set wrong_codes = tries, locked_at = case when tries >= max_wrong_codes then item.at end
      where id = item.tx_id;
      if tries >= max_wrong_codes then
        outcome := 'transaction_locked';
        told := 'locked';
        told_at := item.at;
      else
        detail := jsonb_build_object('triesLeft', max_wrong_codes - tries);
      end if;
    end if;

    if told is not null and item.event_id is not null then
      event_ids := event_ids || case told when 'confirmed' then item.tx_id else item.event_id end;
      event_topics := event_topics || ('transaction.' || told)::event_topic;
      event_partners := event_partners || item.partner_id;
      event_subjects := event_subjects || item.tx_id;
      event_lockers := event_lockers || case told when 'locked' then item.agent_id end;
      event_times := event_times || told_at;
    end if;

    if item.key is not null then
      key_names := key_names || (item.agent_id || ' ' || item.key);
      new_key.agent_id := item.agent_id;
      new_key.key := item.key;
      new_key.body_hash := item.body_hash;
      new_key.outcome := outcome;
      new_key.detail := detail;
      new_key.created_at := item.at;
      keys := keys || new_key;
    end if;
    return next;
  end loop;

  if cardinality(taken) > 0 then
    update account set balance = account.balance + total.amount, version = account.version + total.count
    from (
      select side.account_id, sum(side.amount)::bigint as amount, count(*) as count
      from unnest(confirmed) as one cross join lateral (values
        (one.float_id, case one.type when 'deposit' then -one.amount else one.amount end), (one.commission_id, one.fee)
      ) as side (account_id, amount)
      where side.account_id is not null group by side.account_id) as total
    where account.id = total.account_id;
    -- This closes them. Their wide rows stay as they are, unless a code has to go. If a row vanished after we took the locks,
    -- the caller retries.
    delete from open_transaction where transaction_id = any (taken);
    get diagnostics closed = row_count;
    if closed <> cardinality(taken) then
      raise exception 'a transaction was closed meanwhile' using errcode = '40001';
    end if;
    if cardinality(sealed) > 0 then
      update player_transaction set sealed_code = null where id = any (sealed);
    end if;
    insert into confirmation select * from unnest(confirmed);
    insert into daily_total as total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum,
      withdraw_fee)
    select agent_id, (finished_at at time zone 'UTC')::date,
           count(*) filter (where type = 'deposit'),
           coalesce(sum(amount) filter (where type = 'deposit'), 0), coalesce(sum(fee) filter (where type = 'deposit'), 0),
           count(*) filter (where type = 'withdraw'),
           coalesce(sum(amount) filter (where type = 'withdraw'), 0), coalesce(sum(fee) filter (where type = 'withdraw'), 0)
    from unnest(confirmed) as one group by 1, 2
    on conflict (agent_id, day) do update set
      deposit_count = total.deposit_count + excluded.deposit_count,
      deposit_sum = total.deposit_sum + excluded.deposit_sum,
      deposit_fee = total.deposit_fee + excluded.deposit_fee,
      withdraw_count = total.withdraw_count + excluded.withdraw_count,
      withdraw_sum = total.withdraw_sum + excluded.withdraw_sum,
      withdraw_fee = total.withdraw_fee + excluded.withdraw_fee;
  end if;
  if cardinality(event_ids) > 0 then
    insert into outbox_event (id, topic, partner_id, subject_id, locked_by, created_at, next_attempt_at)
    select id, topic, partner_id, subject, locker, at, at
    from unnest(event_ids, event_topics, event_partners, event_subjects, event_lockers, event_times)
      as event (id, topic, partner_id, subject, locker, at);
  end if;
  if cardinality(keys) > 0 then
    insert into refused_key (agent_id, key, body_hash, outcome, detail, created_at)
    select agent_id, key, body_hash, outcome, detail, created_at from unnest(keys) where outcome <> 'confirmed';
  end if;
end $$;
