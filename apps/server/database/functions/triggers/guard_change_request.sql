-- A request ends once, and what was asked stays as the second operator saw it.
create or replace function guard_change_request() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or new.state = 'pending' or new.version <> old.version + 1
    or (new.id, new.number, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.payload, new.before,
        new.after, new.reason, new.requested_by, new.requested_at)
      is distinct from
       (old.id, old.number, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.payload, old.before,
        old.after, old.reason, old.requested_by, old.requested_at)
  then
    raise exception 'a change request ends once, and is never made another one' using errcode = 'CB002';
  end if;
  return new;
end $$;
