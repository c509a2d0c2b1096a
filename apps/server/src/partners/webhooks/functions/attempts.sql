-- The tables in which webhook_attempt is kept, each with the month after its last one. The one for all other ids has no end and is
-- left out.
create or replace function attempt_ranges() returns table (name text, ends timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select part.relname::text, to_timestamp(('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint / 1000)
  from pg_inherits
  join pg_class as part on part.oid = inhrelid
  cross join lateral substring(pg_get_expr(part.relpartbound, part.oid) from $find$TO \('([0-9a-f-]+)'\)$find$) as bound
  where inhparent = 'webhook_attempt'::regclass and bound is not null;
end $$;

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

-- Makes the ranges of webhook_attempt up to two months ahead, and answers how many it made. Rows of a month that came before its
-- range are moved there. As the owner of the tables, because the role that works may create none; it takes no argument.
create or replace function make_attempt_months() returns integer
language plpgsql security definer set search_path from current set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  last_month constant timestamptz := date_trunc('month', now()) + interval '2 months';
  month     timestamptz;
  following timestamptz;
  part      text;
  made      integer := 0;
begin
  lock table webhook_attempt in share update exclusive mode;
  select max(ends) into month from attempt_ranges();
  while month <= last_month loop
    following := month + interval '1 month';
    part := 'webhook_attempt_' || to_char(month, 'YYYY_MM');
    perform create_attempt_part(part);
    execute format(
      'with early as (delete from webhook_attempt_other where event_id >= %L and event_id < %L returning *)
       insert into %I select * from early', first_id_of(month), first_id_of(following), part);
    execute format('alter table webhook_attempt attach partition %I for values from (%L) to (%L)',
      part, first_id_of(month), first_id_of(following));
    month := following;
    made := made + 1;
  end loop;
  return made;
end $$;
revoke all on function make_attempt_months from public;
grant execute on function make_attempt_months() to :server;

-- Forgets attempts that began before a moment, at events that have arrived, and answers the months that it dropped. A month is
-- dropped when all of it is before that moment. What is still wanted of it moves to the first range, where rows are deleted one by
-- one, and which then reaches to the end of that month. As the owner of the tables, as in `make_attempt_months`.
create or replace function forget_attempts(before timestamptz) returns text[]
language plpgsql security definer set search_path from current set lock_timeout = '1s' as $$
declare
  parts text[];
  reach timestamptz;
begin
  delete from webhook_attempt_old as attempt using outbox_event as event
  where attempt.started_at < before and event.id = attempt.event_id and event.delivered_at is not null;

  select array_agg(name order by ends), max(ends) into parts, reach
  from attempt_ranges() where ends <= before and name <> 'webhook_attempt_old';
  -- Replication does not know that a month was dropped: it waits for the end of a move.
  if parts is null or exists (
    select 1 from network_move where direction = 'away' and phase in ('preparing', 'copying', 'stopping'))
  then return '{}'; end if;

  -- Nothing may be added to these months between the look at them and their end. Reading goes on.
  lock table webhook_attempt in share row exclusive mode;
  perform create_attempt_part('webhook_attempt_kept');
  insert into webhook_attempt_kept
  select attempt.* from webhook_attempt as attempt
  where attempt.event_id < first_id_of(reach) and attempt.started_at >= before
  union
  select attempt.* from outbox_event as event
  join webhook_attempt as attempt on attempt.event_id = event.id
  where event.delivered_at is null and event.id < first_id_of(reach);

  execute 'drop table webhook_attempt_old, ' || (select string_agg(quote_ident(part), ', ') from unnest(parts) as part);
  alter table webhook_attempt_kept rename to webhook_attempt_old;
  alter table webhook_attempt_old rename constraint webhook_attempt_kept_pkey to webhook_attempt_old_pkey;
  execute format('alter table webhook_attempt attach partition webhook_attempt_old for values from (minvalue) to (%L)',
    first_id_of(reach));
  return array(select replace(substr(part, 17), '_', '-') from unnest(parts) as part);
end $$;
revoke all on function forget_attempts from public;
grant execute on function forget_attempts(timestamptz) to :server;
