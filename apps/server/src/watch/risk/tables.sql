-- Signs of fraud: traces and events are collected from the confirmations, and enough of them make a signal.

-- How far the confirmations have been read.
create table risk_cursor (
  is_one      boolean     primary key default true check (is_one),
  finished_at timestamptz,
  id          uuid
);
insert into risk_cursor default values;
grant update on risk_cursor to :server;

-- Which devices and addresses agents confirmed from.
create table risk_trace (
  kind     text        not null check (kind in ('shared_device', 'shared_ip')),
  value    text        not null,
  agent_id uuid        not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  -- The last confirmation from there.
  number   bigint      not null,
  primary key (kind, value, agent_id)
);
create index risk_trace_age on risk_trace (last_at);
grant insert, update, delete on risk_trace to :server;

create table risk_event (
  agent_id uuid        not null,
  kind     text        not null check (kind in ('impossible_travel', 'circular_payments')),
  subject  text        not null,
  -- The two confirmations of the agent; the later one identifies the event.
  number   bigint      not null,
  earlier  bigint      not null,
  at       timestamptz not null,
  -- Metres per second, of travel.
  speed    float8,
  primary key (agent_id, kind, subject, number)
);
create index risk_event_age on risk_event (at);
grant insert, delete on risk_event to :server;

create table risk_signal (
  id             uuid        primary key,
  agent_id       uuid        not null references agent,
  kind           text        not null,
  -- The device, the address, the player; empty where it is about the agent alone.
  subject        text        not null,
  weight         integer     not null check (weight > 0),
  -- Facts, the numbers of the agent's confirmations, and the other agents involved.
  evidence       jsonb       not null,
  first_at       timestamptz not null,
  last_at        timestamptz not null,
  dismissed_at   timestamptz,
  dismissed_by   text,
  dismiss_reason text,
  -- What happened before the last dismissal is not counted again.
  counts_from    timestamptz not null default '-infinity',
  version        integer     not null default 1,
  constraint risk_signal_is_one unique (agent_id, kind, subject)
);
create index risk_signal_that_counts on risk_signal (last_at) where dismissed_at is null;
grant insert, update on risk_signal to :server;
