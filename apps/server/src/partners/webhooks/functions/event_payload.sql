-- What a partner is sent about an event: `data` of `PartnerEvent` in the contract. An event keeps only what is nowhere else.
-- The topic of one about a player transaction is `transaction.` and what happened: `locked` leaves the transaction open,
-- anything else is its new state.
create or replace function event_payload(event outbox_event) returns jsonb language plpgsql stable as $$
begin
  if event.data is not null then return event.data; end if;
  return (select jsonb_build_object(
    'transaction_id', tx.transaction_id, 'reference', tx.reference,
    'started_by', case when tx.reference is null then 'agent' else 'partner' end, 'type', tx.type,
    'state', case happened when 'locked' then 'open' else happened end, 'amount', money_text(tx.amount),
    'currency_code', channel.currency_code, 'player_id', tx.player_id, 'metadata', coalesce(tx.metadata, '{}'),
    'cash_id', meant.cash_id::text, 'confirmed_by', case when happened in ('confirmed', 'reversed') then agent.cash_id::text end,
    'at', epoch_seconds(event.created_at)
  ) || case happened
    when 'locked' then jsonb_build_object('locked_by', locked_by.cash_id::text)
    when 'reversed' then jsonb_build_object('reason', reversal.reason)
    else '{}'
  end
  from player_transaction as tx
  cross join split_part(event.topic::text, '.', 2) as happened
  join channel on channel.id = tx.channel_id
  left join agent as meant on meant.id = tx.agent_id
  left join confirmation on confirmation.player_transaction_id = tx.id
  left join agent on agent.id = confirmation.agent_id
  left join reversal on reversal.player_transaction_id = tx.id
  left join agent as locked_by on locked_by.id = event.locked_by
  where tx.id = event.subject_id);
end $$;
