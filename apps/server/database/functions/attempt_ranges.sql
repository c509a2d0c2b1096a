-- The tables in which webhook_attempt is kept, each with the month after its last one. The one for all other ids has no end and is
-- left out.
create or replace function attempt_ranges() returns table (name text, ends timestamptz)
language sql stable as $$
  select part.relname::text, to_timestamp(('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint / 1000)
  from pg_inherits
  join pg_class as part on part.oid = inhrelid
  cross join lateral substring(pg_get_expr(part.relpartbound, part.oid) from $find$TO \('([0-9a-f-]+)'\)$find$) as bound
  where inhparent = 'webhook_attempt'::regclass and bound is not null
$$;
