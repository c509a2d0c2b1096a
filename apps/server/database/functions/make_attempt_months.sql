-- Makes the ranges of webhook_attempt up to two months ahead, and answers how many it made. Rows of a month that came before its
-- range are moved there. As the owner of the tables, because the role that works may create none; it takes no argument.
create or replace function make_attempt_months() returns integer
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
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
