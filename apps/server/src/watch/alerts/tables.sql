-- Alerts: where they are sent, and what was sent.

create table alert_destination (
  id            uuid        primary key,
  kind          text        not null check (kind in ('email', 'webhook', 'telegram')),
  name          text        not null,
  -- An e-mail address, the address of a webhook, or a Telegram chat. It never changes.
  target        text        not null,
  -- The number of the Telegram bot: the first part of its token, which is no secret.
  bot           text,
  -- The signing secret of a webhook or the token of a bot, sealed.
  secret        text,
  language      text        not null,
  -- Null: every kind.
  alert_kinds   text[],
  min_severity  text        not null check (min_severity in ('warning', 'critical')),
  created_at    timestamptz not null,
  -- When a second operator approved it. Nothing is sent before.
  activated_at  timestamptz,
  disabled_at   timestamptz,
  removed_at    timestamptz,
  last_sent_at  timestamptz,
  failing_since timestamptz,
  failures      integer     not null default 0,
  last_error    text,
  -- It refused for good, as when a bot was removed from its chat. Until a test arrives, nothing else is sent.
  stopped_at    timestamptz,
  version       integer     not null default 1,
  constraint bots_have_a_number check ((kind = 'telegram') = (bot is not null)),
  constraint all_but_mail_have_a_secret check (removed_at is not null or (kind = 'email') = (secret is null))
);
grant insert, update on alert_destination to :server;

-- An alert from when it is found until it has been gone for a while.
create table alert_episode (
  id            uuid        primary key,
  -- The same for the same problem.
  alert_id      text        not null,
  kind          text        not null,
  severity      text        not null check (severity in ('critical', 'warning')),
  subject_kind  text        not null,
  subject_id    text        not null,
  since         timestamptz,
  found_at      timestamptz not null,
  last_found_at timestamptz not null,
  ended_at      timestamptz
);
create unique index alert_episode_open on alert_episode (alert_id) where ended_at is null;
create index alert_episode_ended on alert_episode (ended_at) where ended_at is not null;
grant insert, update, delete on alert_episode to :server;

-- One message to a destination when an alert opens, and one when it is resolved.
create table alert_notification (
  id              uuid        primary key,
  destination_id  uuid        not null references alert_destination,
  -- Null for a test message.
  episode_id      uuid        references alert_episode on delete cascade,
  is_resolved     boolean     not null default false,
  created_at      timestamptz not null,
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null,
  -- While a worker has it: when to assume that the worker is dead.
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
grant insert, update, delete on alert_notification to :server;
