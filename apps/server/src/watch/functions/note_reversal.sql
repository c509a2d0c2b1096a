-- A reversal changes a day that may be closed already: the network's sums learn of it here.
create or replace function note_reversal() returns trigger language plpgsql as $$
begin
  insert into network_change (day, channel_id, type, amount, fee)
  select (confirmation.finished_at at time zone 'UTC')::date, channel.id, confirmation.type, confirmation.amount, confirmation.fee
  from confirmation
  join player_transaction as tx on tx.id = confirmation.player_transaction_id
  join channel on channel.id = tx.channel_id
  where confirmation.player_transaction_id = new.player_transaction_id and not channel.is_demo;
  return null;
end $$;
