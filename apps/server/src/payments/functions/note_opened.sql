-- Every new transaction is open, whichever code inserts it.
create or replace function note_opened() returns trigger language plpgsql as $$
begin
  insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at, partner_id, channel_id, withdrawal)
  select transaction_id, id, agent_id, created_at, expires_at, partner_id, channel_id,
         case type when 'withdraw' then amount end
  from added where ended_as is null;
  return null;
end $$;
