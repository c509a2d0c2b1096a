-- Takes a confirmation back: the same movements in the other direction, the day's sums without it, and an event for the partner.
-- Answers 'reversed' or the code of a refusal. Operators may also reverse after the partner's time for it is over.
create or replace function reverse_confirmation(
  target uuid, event_id uuid, why text, who text, at timestamptz, is_any_age boolean
) returns text language plpgsql as $$
#variable_conflict use_column
declare
  paid     confirmation;
  float    account;
  tx       record;
  window_s integer;
begin
  -- The float first and the transaction second, as confirmations lock them.
  select * into paid from confirmation where player_transaction_id = target;
  if not found then
    return 'transaction_not_confirmed';
  end if;
  select account.* into strict float
  from account join agent on agent.float_id = account.id
  where agent.id = paid.agent_id for update of account;
  select ended_as, partner_id into strict tx from player_transaction where id = target for update;
  select reversal_window_s into strict window_s from partner where id = tx.partner_id;
  if tx.ended_as = 'reversed' then
    return 'transaction_reversed';
  elsif not is_any_age and at > paid.finished_at + make_interval(secs => window_s) then
    return 'reversal_too_late';
  elsif paid.type = 'withdraw' and float.balance - float.floor < paid.amount then
    return 'reversal_not_covered';
  end if;

  if paid.type = 'deposit' then
    perform post_movement('reversal', target, paid.clearing_id, paid.float_id, paid.amount, why, at);
  else
    perform post_movement('reversal', target, paid.float_id, paid.clearing_id, paid.amount, why, at);
  end if;
  if paid.fee > 0 then
    perform post_movement('fee_reversal', target, paid.commission_id, paid.expense_id, paid.fee, why, at);
  end if;
  update player_transaction set ended_as = 'reversed' where id = target;
  insert into reversal (player_transaction_id, agent_id, reason, requested_by, reversed_at)
  values (target, paid.agent_id, why, who, at);
  perform count_in_days(array[paid], -1);
  insert into outbox_event (id, topic, partner_id, subject_id, created_at, next_attempt_at)
  values (event_id, 'transaction.reversed', tx.partner_id, target, at, at);
  return 'reversed';
end $$;
