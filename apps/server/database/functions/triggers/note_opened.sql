-- Every new transaction is open, whichever code inserts it.
create or replace function note_opened() returns trigger language plpgsql as $$
begin
  insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at)
  select transaction_id, id, agent_id, created_at, expires_at from added where ended_as is null;
  return null;
end $$;
