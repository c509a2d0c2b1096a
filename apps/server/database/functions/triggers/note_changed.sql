-- An open transaction that has another state now is not open any more; otherwise it is found by what it has now. What is
-- confirmed can't expire or be cancelled, although its row still says that it is open.
create or replace function note_changed() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    update open_transaction set agent_id = new.agent_id, created_at = new.created_at, expires_at = new.expires_at
    where transaction_id = new.transaction_id;
  elsif new.state in ('expired', 'cancelled')
    and exists (select 1 from confirmation where player_transaction_id = new.id) then
    raise exception 'a confirmed transaction can only be reversed' using errcode = 'CB002';
  else
    delete from open_transaction where transaction_id = new.transaction_id;
  end if;
  return null;
end $$;
