-- A reversal changes an hour that may be counted already: the network's sums by hour and partner learn of it here.
create or replace function note_reversal_hour() returns trigger language plpgsql as $$
begin
  insert into network_hour_change (finished_at, channel_id, partner_id, type, amount, fee)
  select confirmation.finished_at, channel.id, tx.partner_id, confirmation.type, confirmation.amount, confirmation.fee
  from confirmation
  join player_transaction as tx on tx.id = confirmation.player_transaction_id
  join channel on channel.id = tx.channel_id
  where confirmation.player_transaction_id = new.player_transaction_id and not channel.is_demo;
  return null;
end $$;
