-- Events for the partners, written in the same transaction as the change they report, and their delivery.

create type event_topic as enum (
  'transaction.confirmed', 'transaction.cancelled', 'transaction.expired', 'transaction.locked', 'transaction.reversed',
  'position.low', 'position.exhausted', 'position.restored', 'statement.closed');

create table outbox_event (
  -- That of a confirmation has the ID of its transaction, which is confirmed once: so it is found without another index.
  id              uuid        primary key,
  partner_id      uuid        not null,
  -- The player transaction; `event_payload` reads from it what the partner is sent. The partner itself for an event about a
  -- position or a statement.
  subject_id      uuid        not null,
  -- The agent at whose cashbox the last wrong code was typed, of an event that says so.
  locked_by       uuid,
  -- Events of one subject are sent in this order: they are written under its lock.
  number          bigint      generated always as identity,
  created_at      timestamptz not null,
  -- Null once it is delivered.
  next_attempt_at timestamptz,
  -- While a worker has it: when to assume that the worker is dead.
  locked_until    timestamptz,
  delivered_at    timestamptz,
  -- Only of an event that is sent again after it had arrived: when that was. Later events need not wait for it.
  arrived_at      timestamptz,
  attempts        integer     not null default 0,
  topic           event_topic not null,
  -- An event that is sent again waits behind events that are sent for the first time.
  is_resend       boolean     not null default false,
  -- Counted as delivered without being sent: the partner did not choose its topic.
  is_skipped      boolean     not null default false,
  -- What is sent, of an event that is not about a player transaction.
  data            jsonb,
  constraint outbox_event_waits check (num_nonnulls(next_attempt_at, delivered_at) = 1),
  constraint outbox_event_of_confirmation check (topic <> 'transaction.confirmed' or id = subject_id),
  constraint outbox_event_has_data check ((data is null) = (topic <= 'transaction.reversed'))
);
-- In the order in which they are sent. After an outage all are due at the same moment, and would be sorted each time.
create index outbox_event_due on outbox_event (partner_id, is_resend, next_attempt_at, number) where delivered_at is null;
create index outbox_event_oldest on outbox_event (partner_id, number) where delivered_at is null;
create index outbox_event_of_partner on outbox_event (partner_id, number);
-- Nearly all are about a confirmation; the others are found among them here.
create index outbox_event_by_topic on outbox_event (partner_id, topic, number) where topic <> 'transaction.confirmed';
create index outbox_event_of_subject on outbox_event (subject_id) where id <> subject_id;
create index outbox_event_created on outbox_event using brin (created_at);
-- A transaction has its ID before it draws a number: readers of the feed rely on it.
create trigger outbox_event_id_first before insert on outbox_event
  for each statement execute function take_transaction_id();
grant insert, update on outbox_event to :server;

-- Events of a partner in the order in which they are read. Event numbers are assigned before their transactions end, so a
-- lower number may appear after a higher one; readers assign cursors, under a lock.
create table event_feed (
  partner_id uuid   not null references partner,
  cursor     bigint not null,
  event_id   uuid   not null unique references outbox_event,
  primary key (partner_id, cursor)
);
grant insert on event_feed to :server;

create table event_feed_end (
  partner_id     uuid   primary key references partner,
  cursor         bigint not null default 0,
  -- Every event up to this number is in the feed.
  complete_up_to bigint not null default 0,
  -- The next such number, once every transaction before the horizon is over.
  next_complete  bigint not null default 0,
  horizon        xid8   not null default pg_current_xact_id()
);
grant insert, update on event_feed_end to :server;

-- Every attempt to deliver an event, partitioned by month of the event's ID, so that a month can be dropped as a whole: IDs begin
-- with the time of the event, or of the transaction for a confirmation. Without a foreign key: it would lock the events, and
-- confirmations, for each new month.
create table webhook_attempt (
  event_id    uuid        not null,
  number      integer     not null,
  started_at  timestamptz not null,
  duration_ms integer     not null,
  -- Null when there was no answer; problem is then a code that says why.
  status      integer,
  problem     text,
  error       text,
  answer      text,
  primary key (event_id, number)
) partition by range (event_id);
grant insert on webhook_attempt to :server;
-- For IDs of months without a partition. It should be empty.
create table webhook_attempt_other partition of webhook_attempt default;
-- The first partition ends with the current month; workers make the months after it.
do $$
declare
  next_month timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  ends uuid := (lpad(to_hex((extract(epoch from next_month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
begin
  execute format(
    'create table webhook_attempt_old partition of webhook_attempt for values from (minvalue) to (%L)', ends);
end $$;

-- How long events took from being written until the partner had them, by the hour in which they arrived.
create table webhook_hour (
  partner_id uuid        not null references partner,
  hour       timestamptz not null,
  delivered  bigint      not null,
  -- Of all of them together, and of the slowest.
  delay_ms   bigint      not null,
  slowest_ms bigint      not null,
  primary key (partner_id, hour)
);
create index webhook_hour_time on webhook_hour (hour);
grant insert, update on webhook_hour to :server;
