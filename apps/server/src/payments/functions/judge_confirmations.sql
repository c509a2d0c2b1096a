-- Judges the confirmations of a group one after the other, as if each had come alone: each finds the float, the numbers and
-- the transactions as those before it left them. It counts wrong codes; everything else is for `write_confirmations`.
create or replace function judge_confirmations(
  cases confirmation_case[], has_limits boolean, max_wrong_codes integer,
  out answers confirmation_answer[], out confirmed confirmation[], out transaction_ids text[], out sealed_ids uuid[],
  out events outbox_event[], out refused_keys refused_key[], out limited_shifts integer[], out limited_amounts bigint[])
language plpgsql as $$
declare
  item          confirmation_case;
  request       confirmation_request;
  answer        confirmation_answer;
  -- Of the agent: the last confirmation, but with the float as it is now; the commission; what was confirmed today.
  latest        confirmation;
  commission    account;
  volume_today  bigint;
  -- The network's accounts for a partner and an asset.
  accounts_for  text;
  clearing_id   bigint;
  expense_id    bigint;
  -- The answers to the keys of this group, for repeats in it.
  first_answer  refused_key;
  first_answers refused_key[];
  key_names     text[];
  wrong_codes   uuid[];
  tries         integer;
  bound         record;
  event         outbox_event;
begin
  foreach item in array cases loop
    request := item.request;
    answer := null;
    answer.ordinal := request.ordinal;
    answer.detail := '{}';
    answer.replayed := false;
    answer.agent_id := item.agent_id;
    answer.session_id := item.session_id;
    answer.last_seen_at := item.last_seen_at;
    if item.agent_id is distinct from latest.agent_id then
      latest := item.latest;
      latest.agent_id := item.agent_id;
      latest.number := coalesce(latest.number, 0);
      latest.type_number := coalesce(latest.type_number, 0);
      latest.float_id := (item.float).id;
      latest.float_balance := (item.float).balance;
      latest.float_version := (item.float).version;
      commission := item.commission;
      volume_today := coalesce(item.volume_today, 0);
    end if;

    -- Was this asked before?
    first_answer := coalesce(
      item.refused_key, first_answers[array_position(key_names, item.agent_id || ' ' || request.key)]);
    if item.not_admitted is not null then
      answer.outcome := item.not_admitted;
    elsif item.paid_id is not null then
      -- A deposit needs no code.
      answer.replayed := (
        select transaction_id = request.transaction_id and type = request.type and amount = request.amount
               and (type = 'deposit' or security_code_hash is not distinct from request.code_hash)
        from player_transaction where id = item.paid_id limit 1);
      answer.outcome := case when answer.replayed then 'confirmed' else 'idempotency_key_reused' end;
    elsif first_answer.outcome is not null then
      answer.replayed := first_answer.body_hash = request.body_hash;
      answer.outcome := case when answer.replayed then first_answer.outcome else 'idempotency_key_reused' end;
      answer.detail := case when answer.replayed then first_answer.detail else '{}' end;
    elsif item.wait_s is not null then
      answer.outcome := 'too_many_requests';
      answer.detail := jsonb_build_object('seconds', item.wait_s);
    end if;
    if answer.outcome is not null then
      answers := answers || answer;
      continue;
    end if;

    if item.tx_id is not null and item.state is null then
      raise exception 'transaction % is neither open nor confirmed, and has not ended', request.transaction_id;
    end if;

    -- What the items before this one have changed, in the order in which it would have been found.
    answer.outcome := item.outcome;
    if item.outcome in ('confirmed', 'amount_mismatch', 'security_code_required', 'security_code_wrong') then
      tries := item.wrong_codes + coalesce(cardinality(array_positions(wrong_codes, item.tx_id)), 0);
      answer.outcome := case
        when request.amount > item.daily_limit - volume_today then 'limit_exceeded'
        when request.transaction_id = any (transaction_ids) then 'transaction_already_confirmed'
        when tries >= max_wrong_codes then 'transaction_locked'
        when item.outcome = 'confirmed'
          and missing_float(request.type, request.amount, latest.float_balance - (item.float).floor) > 0
          then 'float_insufficient'
        else item.outcome
      end;
    end if;
    if item.shift_id is not null and answer.outcome in (
      'confirmed', 'amount_mismatch', 'security_code_required', 'security_code_wrong', 'transaction_locked',
      'float_insufficient') then
      if item.shift_id = any (limited_shifts) then
        item.shift_terms[4] := item.shift_terms[4] + (
          select sum(amount) from unnest(limited_shifts, limited_amounts) as used (id, amount) where id = item.shift_id);
      end if;
      if shift_refusal(item.shift_terms, request.amount) is not null then
        answer.outcome := shift_refusal(item.shift_terms, request.amount);
        answer.detail := case answer.outcome when 'staff_cap_exceeded' then jsonb_build_object(
          'left', to_char(shift_left(item.shift_terms) / 100.0, 'FM999,999,999,999,999,990.00'),
          'asset', (item.float).asset) else '{}' end;
      end if;
    end if;
    if has_limits and answer.outcome in ('confirmed', 'float_insufficient') then
      select * into bound
      from player_limit_left(
        of_partner => item.partner_id, of_player => item.player_id, of_channel => item.channel_id,
        of_type => request.type, at => greatest(request.at, latest.finished_at), also => transaction_ids);
      if bound.amount_left < request.amount then
        answer.outcome := 'player_limit_exceeded';
        answer.detail := bound.detail;
      end if;
    end if;

    event := null;
    if answer.outcome = 'confirmed' then
      if accounts_for is distinct from concat(item.partner_id, (item.float).asset) then
        accounts_for := concat(item.partner_id, (item.float).asset);
        clearing_id := network_account('clearing', item.partner_id::text, (item.float).asset);
        expense_id := null;
      end if;
      latest := next_confirmation(latest, item, commission);
      latest.clearing_id := clearing_id;
      if latest.fee > 0 then
        commission.balance := latest.commission_balance;
        commission.version := latest.commission_version;
        expense_id := coalesce(expense_id, network_account('commission_expense', null, (item.float).asset));
        latest.expense_id := expense_id;
      end if;
      confirmed := confirmed || latest;
      transaction_ids := transaction_ids || request.transaction_id;
      volume_today := volume_today + request.amount;
      if item.shift_id is not null and item.shift_terms[3] is not null then
        limited_shifts := limited_shifts || item.shift_id;
        limited_amounts := limited_amounts || request.amount;
      end if;
      if item.has_sealed_code then
        sealed_ids := sealed_ids || item.tx_id;
      end if;
      event.id := item.tx_id;
      event.topic := 'transaction.confirmed';
      event.created_at := latest.finished_at;

    elsif answer.outcome = 'security_code_wrong' then
      tries := tries + 1;
      wrong_codes := wrong_codes || item.tx_id;
      update player_transaction as tx
      set wrong_codes = tries, locked_at = case when tries >= max_wrong_codes then request.at end
      where tx.id = item.tx_id;
      if tries >= max_wrong_codes then
        answer.outcome := 'transaction_locked';
        event.id := request.event_id;
        event.topic := 'transaction.locked';
        event.locked_by := item.agent_id;
        event.created_at := request.at;
      else
        answer.detail := jsonb_build_object('triesLeft', max_wrong_codes - tries);
      end if;
    end if;

    if event.topic is not null and request.event_id is not null then
      event.partner_id := item.partner_id;
      event.subject_id := item.tx_id;
      events := events || event;
    end if;
    if request.key is not null then
      first_answer := row(
        item.agent_id, request.key, request.body_hash, answer.outcome, answer.detail, request.at)::refused_key;
      first_answers := first_answers || first_answer;
      key_names := key_names || (item.agent_id || ' ' || request.key);
      if answer.outcome <> 'confirmed' then
        refused_keys := refused_keys || first_answer;
      end if;
    end if;
    answers := answers || answer;
  end loop;
end $$;

-- The confirmation after the agent's last one, with the next numbers, and with the balances that it leaves.
create or replace function next_confirmation(latest confirmation, item confirmation_case, commission account)
returns confirmation language plpgsql as $$
declare
  request confirmation_request := item.request;
  made    confirmation;
begin
  made.player_transaction_id := item.tx_id;
  made.agent_id := item.agent_id;
  made.type := request.type;
  made.number := latest.number + 1;
  made.type_number := 1
    + case latest.type when request.type then latest.type_number else latest.number - latest.type_number end;
  made.finished_at := greatest(request.at, latest.finished_at + interval '1 microsecond');
  made.amount := request.amount;
  made.float_id := latest.float_id;
  made.float_balance := latest.float_balance + float_change(request.type, request.amount);
  made.float_version := latest.float_version + 1;
  made.fee_bp := item.fee_bp;
  made.fee := fee_of(request.amount, item.fee_bp);
  if made.fee > 0 then
    made.commission_id := commission.id;
    made.commission_balance := commission.balance + made.fee;
    made.commission_version := commission.version + 1;
  end if;
  made.key_hash := hashtextextended(request.key, 0);
  made.session_id := item.session_id;
  made.shift_id := nullif(item.shift_id, 0);
  made.geo_lat := request.lat;
  made.geo_lon := request.lon;
  made.geo_accuracy_m := request.accuracy_m;
  made.geo_age_s := request.age_s;
  made.ip := request.ip;
  return made;
end $$;
