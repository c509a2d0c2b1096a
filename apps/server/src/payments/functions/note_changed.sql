-- A transaction that has ended is not open any more; otherwise it is found by what it has now. A confirmed one can't expire or
-- be cancelled.
create or replace function note_changed() returns trigger language plpgsql as $$
begin
  if new.ended_as is null then
    update open_transaction
    set agent_id = new.agent_id, channel_id = new.channel_id, created_at = new.created_at, expires_at = new.expires_at
    where transaction_id = new.transaction_id;
  elsif new.ended_as in ('expired', 'cancelled')
    and exists (select 1 from confirmation where player_transaction_id = new.id) then
    raise exception 'a confirmed transaction can only be reversed' using errcode = 'CB002';
  else
    delete from open_transaction where transaction_id = new.transaction_id;
  end if;
  return null;
end $$;
