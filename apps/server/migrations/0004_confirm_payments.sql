create function distance_m(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8 language sql immutable as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)))
$$;

-- The heart. Takes a group of confirmations, judges them one after the other as if each had come alone, and moves the
-- money of those that pass, in one transaction. Outcome 'confirmed', or the code of the refusal with its details.
create function confirm_payments(batch jsonb)
returns table (ordinal integer, outcome text, detail jsonb, replayed boolean) language plpgsql as $$
#variable_conflict use_column
declare
  item  record;
  acts  record;
  tx    player_transaction;
  prior record;
  past  idempotency_key;
  wait_s      integer;
  now_at      timestamptz;
  rate_bp     integer;
  fee         bigint;
  signed      bigint;
  clearing_id uuid;
begin
  -- Floats in id order, then transactions in id order: groups of several processes can't lock each other out.
  if jsonb_array_length(batch) > 1 then
    perform 1 from account where id in (
      select agent.float_id from jsonb_array_elements(batch) as i join agent on agent.id = (i ->> 'agent_id')::uuid
    ) order by id for update;
    perform 1 from player_transaction where transaction_id in (
      select i ->> 'transaction_id' from jsonb_array_elements(batch) as i
    ) order by id for update;
  end if;

  for item in
    select * from jsonb_to_recordset(batch) as i (
      ordinal integer, agent_id uuid, session_id uuid, key text, body_hash text, type text, transaction_id text,
      amount bigint, code_hash text, lat float8, lon float8, accuracy_m float8, age_s integer, max_age_s integer,
      ip text, at timestamptz, max_wrong_codes integer, transfer_id uuid, event_id uuid, clearing_id uuid,
      agent_guesses text, max_agent_guesses integer, address_guesses text, max_address_guesses integer)
  loop
    ordinal := item.ordinal;
    outcome := null;
    detail := '{}';
    replayed := false;

    -- The float's row is the lock of everything that belongs to the agent.
    select agent.status, agent.is_demo, agent.channel_id, agent.geo_lat, agent.geo_lon, agent.geo_area,
           agent.max_amount, agent.daily_limit, agent.float_id, agent.commission_id, agent.expense_id,
           account.balance - account.floor as available, account.asset,
           channel.deposit_fee_bp, channel.withdraw_fee_bp
    into strict acts
    from agent join account on account.id = agent.float_id join channel on channel.id = agent.channel_id
    where agent.id = item.agent_id
    for update of account;

    if item.key is not null then
      select * into past from idempotency_key where agent_id = item.agent_id and key = item.key;
      if found then
        replayed := past.body_hash = item.body_hash;
        outcome := case when replayed then past.outcome else 'idempotency_key_reused' end;
        detail := case when replayed then past.detail else '{}' end;
        return next;
        continue;
      end if;
    end if;

    -- Whoever guessed too often has to wait; the counters are kept by the rate limiter.
    select ceil((max(expire) - extract(epoch from item.at) * 1000) / 1000) into wait_s
    from rate_limit
    where expire > extract(epoch from item.at) * 1000
      and (key = item.agent_guesses and points >= item.max_agent_guesses
        or key = item.address_guesses and points >= item.max_address_guesses);
    if wait_s is not null then
      outcome := 'too_many_requests';
      detail := jsonb_build_object('seconds', wait_s);
      return next;
      continue;
    end if;

    select number, type, type_number, finished_at into prior
    from confirmation where agent_id = item.agent_id order by number desc limit 1;
    now_at := greatest(item.at, prior.finished_at);

    -- May the agent act?
    if acts.status <> 'approved' then
      outcome := 'agent_not_active';
    elsif item.amount > acts.max_amount then
      outcome := 'limit_exceeded';
    elsif acts.daily_limit is not null and item.amount > acts.daily_limit - coalesce((
        select deposit_sum + withdraw_sum from daily_total
        where agent_id = item.agent_id and day = (now_at at time zone 'UTC')::date), 0) then
      outcome := 'limit_exceeded';
    -- Is the agent at their point?
    elsif not acts.is_demo and (item.lat is null or item.lon is null or acts.geo_lat is null or acts.geo_lon is null) then
      outcome := 'geo_missing';
    elsif not acts.is_demo and abs(item.age_s) > item.max_age_s then
      outcome := 'geo_stale';
    elsif not acts.is_demo and distance_m(acts.geo_lat, acts.geo_lon, item.lat, item.lon) > acts.geo_area then
      outcome := 'geo_outside';
    end if;

    if outcome is null then
      select * into tx from player_transaction
      where transaction_id = item.transaction_id and channel_id = acts.channel_id
        and (agent_id is null or agent_id = item.agent_id)
      for update;
      if not found then
        outcome := 'transaction_not_found';
      elsif tx.type <> item.type then
        outcome := 'transaction_wrong_type';
      elsif tx.state = 'confirmed' or tx.state = 'reversed' then
        outcome := 'transaction_already_confirmed';
      elsif tx.state = 'cancelled' then
        outcome := 'transaction_cancelled';
      elsif tx.state = 'expired' or tx.expires_at <= item.at then
        outcome := 'transaction_expired';
      elsif tx.locked_at is not null then
        outcome := 'transaction_locked';
      elsif tx.amount <> item.amount then
        outcome := 'amount_mismatch';
      elsif tx.type = 'withdraw' and item.code_hash is null then
        outcome := 'security_code_required';
      elsif tx.type = 'withdraw' and item.code_hash <> tx.security_code_hash then
        update player_transaction
        set wrong_codes = wrong_codes + 1,
            locked_at = case when wrong_codes + 1 >= item.max_wrong_codes then now_at end
        where id = tx.id;
        if tx.wrong_codes + 1 >= item.max_wrong_codes then
          outcome := 'transaction_locked';
        else
          outcome := 'security_code_wrong';
          detail := jsonb_build_object('triesLeft', item.max_wrong_codes - tx.wrong_codes - 1);
        end if;
      elsif tx.type = 'deposit' and acts.available < tx.amount then
        outcome := 'float_insufficient';
      else
        outcome := 'confirmed';
      end if;
    end if;

    if outcome = 'confirmed' then
      rate_bp := case when tx.type = 'deposit' then acts.deposit_fee_bp else acts.withdraw_fee_bp end;
      fee := fee_of(tx.amount, rate_bp);
      signed := case when tx.type = 'deposit' then -tx.amount else tx.amount end;
      clearing_id := open_account(item.clearing_id, item.agent_id, 'clearing', tx.player_service_id::text, acts.asset, null);
      perform post_transfer(item.transfer_id, 'confirmation', tx.id::text, null, now_at,
        array[acts.float_id, clearing_id, acts.commission_id, acts.expense_id], array[signed, -signed, fee, -fee]);

      update player_transaction set state = 'confirmed' where id = tx.id;

      insert into confirmation (player_transaction_id, transfer_id, agent_id, number, type_number, type, transaction_id,
        amount, fee, fee_bp, player_id, finished_at, session_id, geo_lat, geo_lon, geo_accuracy_m, geo_age_s, ip)
      values (tx.id, item.transfer_id, item.agent_id, coalesce(prior.number, 0) + 1,
        coalesce(case when prior.type = tx.type then prior.type_number else prior.number - prior.type_number end, 0) + 1,
        tx.type, tx.transaction_id, tx.amount, fee, rate_bp, tx.player_id, now_at,
        item.session_id, item.lat, item.lon, item.accuracy_m, item.age_s, item.ip);

      if tx.type = 'deposit' then
        insert into daily_total as total (agent_id, day, deposit_count, deposit_sum, deposit_fee)
        values (item.agent_id, (now_at at time zone 'UTC')::date, 1, tx.amount, fee)
        on conflict (agent_id, day) do update set deposit_count = total.deposit_count + 1,
          deposit_sum = total.deposit_sum + excluded.deposit_sum, deposit_fee = total.deposit_fee + excluded.deposit_fee;
      else
        insert into daily_total as total (agent_id, day, withdraw_count, withdraw_sum, withdraw_fee)
        values (item.agent_id, (now_at at time zone 'UTC')::date, 1, tx.amount, fee)
        on conflict (agent_id, day) do update set withdraw_count = total.withdraw_count + 1,
          withdraw_sum = total.withdraw_sum + excluded.withdraw_sum, withdraw_fee = total.withdraw_fee + excluded.withdraw_fee;
      end if;

      if item.event_id is not null then
        insert into outbox_event (id, topic, player_service_id, subject_id, payload, created_at)
        values (item.event_id, 'transaction.confirmed', tx.player_service_id, tx.id,
          jsonb_build_object('transaction_id', tx.transaction_id, 'type', tx.type, 'amount', tx.amount,
            'currency_code', acts.asset, 'player_id', tx.player_id, 'finished_at', extract(epoch from now_at)::bigint),
          now_at);
      end if;
    end if;

    if item.key is not null then
      insert into idempotency_key (agent_id, key, body_hash, outcome, detail, created_at)
      values (item.agent_id, item.key, item.body_hash, outcome, detail, item.at);
    end if;
    return next;
  end loop;
end $$;
