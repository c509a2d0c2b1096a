-- The heart. Takes a group of confirmations, judges them one after the other as if each had come alone, and moves the
-- money of those that pass, in one transaction. Each of the four functions takes the whole group: 32 confirmations cost
-- little more than one. What is the same for all is a parameter.
create or replace function confirm_payments(
  batch jsonb, max_wrong_codes integer, lock_ms integer default null, max_age_s integer default null,
  -- The counters of wrong guesses: how that of an agent is named, and how far each may go.
  guess_series text default null, max_agent_guesses integer default null, max_address_guesses integer default null,
  max_site_guesses integer default null)
returns setof confirmation_answer
language plpgsql
-- These hold in the functions below too. Plans are made while the tables are small and then kept: every look-up must go by
-- its index from the first row on.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off
as $$
declare
  requests        confirmation_request[];
  cases           confirmation_case[];
  has_limits      boolean;
  answers         confirmation_answer[];
  confirmed       confirmation[];
  transaction_ids text[];
  sealed_ids      uuid[];
  events          outbox_event[];
  refused_keys    refused_key[];
  limited_shifts  integer[];
  limited_amounts bigint[];
begin
  if lock_ms is not null then
    perform set_config('lock_timeout', lock_ms::text, true);
  end if;
  requests := array(select request from jsonb_populate_recordset(null::confirmation_request, batch) as request);
  has_limits := lock_confirmations(requests);
  cases := read_confirmations(
    requests, max_age_s => max_age_s, guess_series => guess_series, max_agent_guesses => max_agent_guesses,
    max_address_guesses => max_address_guesses, max_site_guesses => max_site_guesses);
  select * into answers, confirmed, transaction_ids, sealed_ids, events, refused_keys, limited_shifts, limited_amounts
  from judge_confirmations(cases, has_limits => has_limits, max_wrong_codes => max_wrong_codes);
  perform write_confirmations(
    confirmed, transaction_ids, sealed_ids, events, refused_keys, limited_shifts, limited_amounts);
  return query select * from unnest(answers);
end $$;
