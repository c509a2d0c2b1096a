-- An open transaction that has another state now is not open any more; otherwise it is found by what it has now.
create or replace function note_changed() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    update open_transaction set agent_id = new.agent_id, created_at = new.created_at, expires_at = new.expires_at
    where transaction_id = new.transaction_id;
  else
    delete from open_transaction where transaction_id = new.transaction_id;
  end if;
  return null;
end $$;
