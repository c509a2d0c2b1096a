-- Where alerts are sent, and what each destination has been told.

create table alert_destination (
  id            uuid        primary key,
  kind          text        not null check (kind in ('email', 'webhook', 'telegram')),
  name          text        not null,
  -- An e-mail address, the address of a webhook, or a Telegram chat. Another one is another destination.
  target        text        not null,
  -- The number of the Telegram bot: the first part of its token, which is no secret.
  bot           text,
  -- The signing secret of a webhook or the token of a bot, sealed.
  secret        text,
  language      text        not null,
  -- Null: every kind.
  alert_kinds   text[],
  critical      text        not null check (critical in ('now', 'hourly', 'daily', 'never')),
  warning       text        not null check (warning in ('now', 'hourly', 'daily', 'never')),
  created_at    timestamptz not null,
  -- When a second operator approved it. Nothing is sent before.
  activated_at  timestamptz,
  disabled_at   timestamptz,
  removed_at    timestamptz,
  last_sent_at  timestamptz,
  failing_since timestamptz,
  failures      integer     not null default 0,
  last_error    text,
  -- It refused for good, as a bot does that was removed from its chat. Until a test arrives, nothing else is sent.
  stopped_at    timestamptz,
  version       integer     not null default 1,
  constraint bots_have_a_number check ((kind = 'telegram') = (bot is not null)),
  constraint all_but_mail_have_a_secret check (removed_at is not null or (kind = 'email') = (secret is null))
);

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

-- At most one waits for each destination, and one test: what comes meanwhile is in the next one.
create table alert_message (
  id              uuid        primary key,
  destination_id  uuid        not null references alert_destination,
  is_test         boolean     not null,
  created_at      timestamptz not null,
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null,
  -- While a worker has it: when to think that worker dead.
  locked_until    timestamptz,
  sent_at         timestamptz,
  given_up_at     timestamptz,
  last_error      text
);
create unique index alert_message_waiting on alert_message (destination_id, is_test)
  where sent_at is null and given_up_at is null;
create index alert_message_of_destination on alert_message (destination_id, created_at desc);

-- That a destination is told of the start or the end of an alert: once.
create table alert_telling (
  episode_id     uuid        not null references alert_episode on delete cascade,
  destination_id uuid        not null references alert_destination,
  is_end         boolean     not null,
  -- At once, or with the next digest.
  due_at         timestamptz not null,
  -- Null while it waits to be put into one.
  message_id     uuid        references alert_message,
  primary key (episode_id, destination_id, is_end)
);
create index alert_telling_waiting on alert_telling (destination_id, due_at) where message_id is null;
create index alert_telling_of_message on alert_telling (message_id);

-- Kinds of alerts that no destination is told of for some hours.
create table alert_pause (
  alert_kind text        primary key,
  until      timestamptz not null,
  paused_by  text        not null,
  reason     text        not null
);

-- One more kind of change needs a second operator, beside all that did before.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'change_request_kind_check');
begin
  alter table change_request drop constraint change_request_kind_check;
  execute 'alter table change_request add constraint change_request_kind_check '
    || replace(known, 'ARRAY[', 'ARRAY[''alert_destination''::text, ');
end $$;
