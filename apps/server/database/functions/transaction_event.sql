-- What a partner is sent when something happens to a transaction: `data` of `TransactionEvent` in the contract. The event
-- `locked` leaves the transaction open; every other event is named after the state that it leads to.
create or replace function transaction_event(
  happened text, transaction_id text, reference text, type text, amount bigint, currency_code text, player_id text,
  cash_id bigint, at timestamptz, reason text default null
) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'transaction_id', transaction_id, 'reference', reference, 'type', type,
    'state', case happened when 'locked' then 'open' else happened end, 'amount', money_text(amount),
    'currency_code', currency_code, 'player_id', player_id, 'cash_id', cash_id::text, 'at', epoch_seconds(at)
  ) || case when reason is null then '{}' else jsonb_build_object('reason', reason) end
$$;
