-- Forgets attempts that began before a moment, at events that have arrived, and answers the months that it dropped. A month is
-- dropped when all of it is before that moment. What is still wanted of it moves to the first range, where rows are deleted one by
-- one, and which then reaches to the end of that month. As the owner of the tables, as in `make_attempt_months`.
create or replace function forget_attempts(before timestamptz) returns text[]
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  parts text[];
  reach timestamptz;
begin
  delete from webhook_attempt_old as attempt using outbox_event as event
  where attempt.started_at < before and event.id = attempt.event_id and event.delivered_at is not null;

  select array_agg(name order by ends), max(ends) into parts, reach
  from attempt_ranges() where ends <= before and name <> 'webhook_attempt_old';
  if parts is null then return '{}'; end if;

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
