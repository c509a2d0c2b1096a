-- What holds the audit together: it covers every column of an entry, but for the one that follows
-- from the others (`is_behind`), and the hash of the entry before it.
create or replace function audit_hash(entry audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.previous_hash, entry.number, (extract(epoch from entry.at) * 1000000)::bigint, entry.operator_id, entry.actor,
    entry.action, entry.subject_kind, entry.subject_id, entry.reason, entry.before, entry.after, entry.ip)::text, 'UTF8')), 'hex')
$$;

-- Appends an entry to the chain. The lock on its end puts entries in order. Returns the number of the entry.
create or replace function write_audit(
  new_at timestamptz, new_operator uuid, new_actor text, new_action text, new_kind text, new_subject text,
  new_reason text, new_before jsonb, new_after jsonb, new_ip text
) returns bigint language plpgsql as $$
declare
  last  record;
  entry audit_entry;
begin
  select number, hash, latest_at into strict last from audit_end for update;
  entry.number := last.number + 1;
  entry.at := new_at;
  entry.operator_id := new_operator;
  entry.actor := new_actor;
  entry.action := new_action;
  entry.subject_kind := new_kind;
  entry.subject_id := new_subject;
  entry.reason := new_reason;
  entry.before := new_before;
  entry.after := new_after;
  entry.ip := new_ip;
  entry.is_behind := coalesce(new_at < last.latest_at - interval '1 hour', false);
  entry.previous_hash := last.hash;
  entry.hash := audit_hash(entry);
  insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, reason, before, after, ip,
    is_behind, previous_hash, hash)
  values (entry.number, entry.at, entry.operator_id, entry.actor, entry.action, entry.subject_kind, entry.subject_id,
    entry.reason, entry.before, entry.after, entry.ip, entry.is_behind, entry.previous_hash, entry.hash);
  update audit_end set number = entry.number, hash = entry.hash, latest_at = greatest(latest_at, new_at);
  return entry.number;
end $$;
