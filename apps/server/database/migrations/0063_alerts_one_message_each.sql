-- Alerts: one notification when an alert opens and one when it is resolved. No digests, no pauses.
drop table alert_pause;
drop table alert_telling;
drop table alert_message;

alter table alert_destination add column min_severity text not null default 'warning'
  check (min_severity in ('warning', 'critical'));
alter table alert_destination alter column min_severity drop default;
alter table alert_destination drop column critical;
alter table alert_destination drop column warning;

create table alert_notification (
  id              uuid        primary key,
  destination_id  uuid        not null references alert_destination,
  -- Null for a test message.
  episode_id      uuid        references alert_episode on delete cascade,
  is_resolved     boolean     not null default false,
  created_at      timestamptz not null,
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null,
  -- While a worker has it: when to consider that worker dead.
  locked_until    timestamptz,
  sent_at         timestamptz,
  -- Only of tests: another notification that fails is removed, and planned again while its alert is open.
  failed_at       timestamptz,
  last_error      text,
  unique (episode_id, destination_id, is_resolved)
);
create unique index alert_notification_waiting_test on alert_notification (destination_id)
  where episode_id is null and sent_at is null and failed_at is null;
create index alert_notification_waiting on alert_notification (destination_id, id) where sent_at is null and failed_at is null;
create index alert_notification_tests on alert_notification (destination_id, created_at desc) where episode_id is null;
