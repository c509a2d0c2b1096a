-- What a partner is sent when something happens to a transaction: `data` of `TransactionEvent` in the contract. The event
-- `locked` leaves the transaction open; every other event is named after the state that it leads to. `for_cash_id` is the
-- cashbox that the transaction is for, `by_cash_id` the one that confirmed it or where the wrong codes were typed.
create or replace function transaction_event(
  happened text, transaction_id text, reference text, type text, amount bigint, currency_code text, player_id text,
  metadata jsonb, for_cash_id bigint, by_cash_id bigint, at timestamptz, reason text default null
) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'transaction_id', transaction_id, 'reference', reference, 'type', type,
    'state', case happened when 'locked' then 'open' else happened end, 'amount', money_text(amount),
    'currency_code', currency_code, 'player_id', player_id, 'metadata', coalesce(metadata, '{}'),
    'cash_id', for_cash_id::text, 'confirmed_by', case when happened in ('confirmed', 'reversed') then by_cash_id::text end,
    'at', epoch_seconds(at)
  ) || case
    when happened = 'locked' then jsonb_build_object('locked_by', by_cash_id::text)
    when reason is not null then jsonb_build_object('reason', reason)
    else '{}'
  end
$$;
