-- What holds the audit together: it covers every column of an entry, but for the one that follows
-- from the others (`is_behind`), and the hash of the entry before it.
create or replace function audit_hash(entry audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.previous_hash, entry.number, (extract(epoch from entry.at) * 1000000)::bigint, entry.operator_id, entry.actor,
    entry.action, entry.subject_kind, entry.subject_id, entry.reason, entry.before, entry.after, entry.ip)::text, 'UTF8')), 'hex')
$$;
