-- Every new transaction is open, whoever writes it.
create or replace function note_opened() returns trigger language plpgsql as $$
begin
  insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at)
  select transaction_id, id, agent_id, created_at, expires_at from added where state = 'open';
  return null;
end $$;
