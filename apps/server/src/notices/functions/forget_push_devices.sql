-- A session that has ended gets no more push messages.
create or replace function forget_push_devices() returns trigger language plpgsql as $$
begin
  delete from push_device where session_id = new.id;
  return null;
end $$;
