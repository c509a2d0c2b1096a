-- Makes a table to be attached to webhook_attempt. Who may read all attempts may read this one too: back-ups read each by itself.
create or replace function create_attempt_part(part text) returns void
language plpgsql as $$
declare
  reader text;
begin
  execute format('create table %I (like webhook_attempt including all)', part);
  for reader in
    select distinct granted.grantee::regrole::text from pg_class
    cross join lateral aclexplode(relacl) as granted
    where pg_class.oid = 'webhook_attempt'::regclass and granted.privilege_type = 'SELECT' and granted.grantee <> 0
  loop
    execute format('grant select on %I to %s', part, reader);
  end loop;
end $$;
