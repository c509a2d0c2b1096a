-- Takes a confirmation back: the same movements in the other direction, the day's sums without it, and an event for the partner.
-- Answers 'reversed' or the code of a refusal. Operators may also reverse after the partner's time for it is over.
create or replace function reverse_confirmation(
  target uuid, event_id uuid, why text, who text, at timestamptz, is_any_age boolean
) returns text language plpgsql as $$
#variable_conflict use_column
declare
  done     record;
  held     record;
  tx       record;
  window_s integer;
begin
  -- The float first and the transaction second, as confirmations lock them.
  select agent_id, type, amount, fee, finished_at, float_id, clearing_id, commission_id, expense_id into done
  from confirmation where player_transaction_id = target;
  if not found then
    return 'transaction_not_confirmed';
  end if;
  select account.balance, account.floor into strict held
  from account join agent on agent.float_id = account.id
  where agent.id = done.agent_id for update of account;
  select ended_as, partner_id into strict tx from player_transaction where id = target for update;
  select reversal_window_s into strict window_s from partner where id = tx.partner_id;
  if tx.ended_as = 'reversed' then
    return 'transaction_reversed';
  elsif not is_any_age and at > done.finished_at + make_interval(secs => window_s) then
    return 'reversal_too_late';
  elsif done.type = 'withdraw' and held.balance - held.floor < done.amount then
    return 'reversal_not_covered';
  end if;

  if done.type = 'deposit' then
    perform post_movement('reversal', target, done.clearing_id, done.float_id, done.amount, why, at);
  else
    perform post_movement('reversal', target, done.float_id, done.clearing_id, done.amount, why, at);
  end if;
  if done.fee > 0 then
    perform post_movement('fee_reversal', target, done.commission_id, done.expense_id, done.fee, why, at);
  end if;
  update player_transaction set ended_as = 'reversed' where id = target;
  insert into reversal (player_transaction_id, agent_id, reason, requested_by, reversed_at)
  values (target, done.agent_id, why, who, at);
  update daily_total set
    deposit_count = deposit_count - case done.type when 'deposit' then 1 else 0 end,
    deposit_sum = deposit_sum - case done.type when 'deposit' then done.amount else 0 end,
    deposit_fee = deposit_fee - case done.type when 'deposit' then done.fee else 0 end,
    withdraw_count = withdraw_count - case done.type when 'withdraw' then 1 else 0 end,
    withdraw_sum = withdraw_sum - case done.type when 'withdraw' then done.amount else 0 end,
    withdraw_fee = withdraw_fee - case done.type when 'withdraw' then done.fee else 0 end
  where agent_id = done.agent_id and day = (done.finished_at at time zone 'UTC')::date;
  insert into outbox_event (id, topic, partner_id, subject_id, created_at, next_attempt_at)
  values (event_id, 'transaction.reversed', tx.partner_id, target, at, at);
  return 'reversed';
end $$;
