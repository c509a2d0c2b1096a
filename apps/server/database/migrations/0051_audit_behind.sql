-- The audit is listed by number, which is the order of time but for entries of a clock that was behind. Those are marked, so
-- that the last number until a moment can be looked up.
alter table audit_end add column latest_at timestamptz;
update audit_end set latest_at = (select max(at) from audit_entry);

alter table audit_entry add column is_behind boolean not null default false;
alter table audit_entry disable trigger audit_entry_append_only;
update audit_entry set is_behind = true from (
  select number, at < max(at) over (order by number rows between unbounded preceding and 1 preceding) - interval '1 hour' as is_behind
  from audit_entry) as known
where known.number = audit_entry.number and known.is_behind;
alter table audit_entry enable trigger audit_entry_append_only;
create index audit_entry_behind on audit_entry (number desc) where is_behind;
