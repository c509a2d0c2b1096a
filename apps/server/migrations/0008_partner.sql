-- The player service as a partner: its keys, what it asks for, and what it is told.

alter table player_service
  -- Where events are sent; null while the partner wants none.
  add column webhook_url         text,
  -- Sealed with the server's secret. While a secret is being changed both sign.
  add column webhook_secret      text,
  add column webhook_old_secret  text,
  -- The partner's server answered 410, or somebody switched it off. Events wait.
  add column webhook_disabled_at timestamptz,
  -- Since when, and how often in a row, telling has failed; and until when the partner's server is left alone.
  add column webhook_failing_since timestamptz,
  add column webhook_failures    integer not null default 0,
  add column webhook_not_before  timestamptz,
  add column lifetime_s          integer not null default 86400 check (lifetime_s > 0),
  add column max_lifetime_s      integer not null default 2592000 check (max_lifetime_s >= lifetime_s),
  -- How long after its confirmation a transaction can be reversed; 0 for never.
  add column reversal_window_s   integer not null default 86400 check (reversal_window_s >= 0);

create table partner_key (
  id                text        primary key,
  player_service_id uuid        not null references player_service,
  -- Two at a time, so that one can be changed for another without a gap.
  slot              integer     not null check (slot in (1, 2)),
  -- Sealed: to check a signature the secret itself is needed.
  secret            text        not null,
  rights            text[]      not null,
  -- Networks that may use it; null for any.
  networks          cidr[],
  created_at        timestamptz not null,
  disabled_at       timestamptz
);
create unique index partner_key_slot on partner_key (player_service_id, slot) where disabled_at is null;

-- The ids of requests that were taken, so that none is taken twice.
create table partner_request (
  key_id      text        not null,
  request_id  text        not null,
  received_at timestamptz not null,
  primary key (key_id, request_id)
);
create index partner_request_age on partner_request using brin (received_at);

alter table player_transaction
  -- The partner's own name for it, and a hash of what was asked, so that asking again changes nothing.
  add column reference   text,
  add column body_hash   text,
  -- For repeats of the request that made it; wiped after a day and when the transaction closes.
  add column sealed_code text,
  -- When it was cancelled or expired.
  add column closed_at   timestamptz,
  add constraint player_transaction_reference unique (player_service_id, reference);
create index player_transaction_of_service on player_transaction (player_service_id, id);
create index player_transaction_for_agent on player_transaction (agent_id, id) where state = 'open' and agent_id is not null;

alter table outbox_event
  -- Events of one subject are told in this order: they are written under its lock.
  add column number          bigint generated always as identity,
  add column attempts        integer not null default 0,
  add column next_attempt_at timestamptz,
  -- While a worker has it: when to think that worker dead.
  add column locked_until    timestamptz,
  add column delivered_at    timestamptz;
update outbox_event set next_attempt_at = created_at;
alter table outbox_event alter column next_attempt_at set not null;
create index outbox_event_due on outbox_event (player_service_id, next_attempt_at) where delivered_at is null;
create index outbox_event_waiting on outbox_event (subject_id, number) where delivered_at is null;
create index outbox_event_of_service on outbox_event (player_service_id, number);

-- Every try to tell somebody something.
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

-- Append-only: a confirmation that was taken back, by a transfer of its own.
create table reversal (
  player_transaction_id uuid        primary key,
  transfer_id           uuid        not null,
  agent_id              uuid        not null,
  reason                text        not null,
  asked_by              text        not null,
  reversed_at           timestamptz not null
);
create index reversal_of_agent on reversal (agent_id, reversed_at);
-- Days of every agent together, for the partner's daily file.
create index confirmation_time on confirmation using brin (finished_at);

create trigger reversal_append_only before update or delete or truncate on reversal
  for each statement execute function refuse_change();

-- 125050 → '1250.50', as amounts are written on the wire.
create function money_text(minor bigint) returns text language sql immutable as $$
  select case when minor < 0 then '-' else '' end || abs(minor) / 100 || '.' || lpad((abs(minor) % 100)::text, 2, '0')
$$;
