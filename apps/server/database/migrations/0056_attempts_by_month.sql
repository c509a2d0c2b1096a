-- Attempts are kept by month of their event, so that a month can be dropped as a whole. Ids of events begin with their time. The
-- table becomes the first range, with every row where it is; workers make the months after it.
alter table webhook_attempt rename to webhook_attempt_old;
alter table webhook_attempt_old rename constraint webhook_attempt_pkey to webhook_attempt_old_pkey;

create table webhook_attempt (
  like webhook_attempt_old,
  primary key (event_id, number)
) partition by range (event_id);
-- For ids of months that no range has yet. It should be empty.
create table webhook_attempt_other partition of webhook_attempt default;

do $$
declare
  next_month timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  ends uuid := (lpad(to_hex((extract(epoch from next_month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
begin
  with far as (delete from webhook_attempt_old where event_id >= ends returning *)
  insert into webhook_attempt select * from far;
  execute format('alter table webhook_attempt attach partition webhook_attempt_old for values from (minvalue) to (%L)', ends);
end $$;

-- Last, because it locks the events. With it, each new month would lock them again, and confirmations with them.
alter table webhook_attempt_old drop constraint webhook_attempt_event_id_fkey;
