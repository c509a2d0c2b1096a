-- Appends an entry to the chain. The lock on its end puts entries in order. Returns the number of the entry.
create or replace function write_audit(
  new_at timestamptz, new_operator uuid, new_actor text, new_action text, new_kind text, new_subject text,
  new_reason text, new_before jsonb, new_after jsonb, new_ip text
) returns bigint language plpgsql as $$
declare
  last  audit_end;
  entry audit_entry;
begin
  select * into strict last from audit_end for update;
  entry := row(last.number + 1, new_at, new_operator, new_actor, new_action, new_kind, new_subject, new_reason,
               new_before, new_after, new_ip, last.hash, '')::audit_entry;
  entry.hash := audit_hash(entry);
  insert into audit_entry select entry.*;
  update audit_end set number = entry.number, hash = entry.hash;
  return entry.number;
end $$;
