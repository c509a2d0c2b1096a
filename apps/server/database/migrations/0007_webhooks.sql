-- Events for the player services, written in the same transaction as the change they report.

create table outbox_event (
  id                uuid        primary key,
  -- Events of one subject are sent in this order: they are written under its lock.
  number            bigint      generated always as identity,
  topic             text        not null,
  player_service_id uuid        not null,
  subject_id        uuid        not null,
  payload           jsonb       not null,
  created_at        timestamptz not null,
  attempts          integer     not null default 0,
  next_attempt_at   timestamptz not null,
  -- While a worker has it: when to think that worker dead.
  locked_until      timestamptz,
  delivered_at      timestamptz
);
create index outbox_event_due on outbox_event (player_service_id, next_attempt_at) where delivered_at is null;
create index outbox_event_oldest on outbox_event (player_service_id, number) where delivered_at is null;
create index outbox_event_of_service on outbox_event (player_service_id, number);
create index outbox_event_of_subject on outbox_event (subject_id, number);

-- Every attempt to deliver an event.
create table webhook_attempt (
  event_id    uuid        not null references outbox_event,
  number      integer     not null,
  started_at  timestamptz not null,
  duration_ms integer     not null,
  -- Null when there was no answer.
  status      integer,
  error       text,
  answer      text,
  primary key (event_id, number)
);
