-- Sums for the charts of the console.

-- Sums of a channel and a partner within an hour. Demo channels have none.
create table network_hour (
  -- The start of a whole hour in UTC.
  hour              timestamptz not null,
  channel_id        uuid        not null references channel,
  player_service_id uuid        not null references player_service,
  deposit_count     bigint      not null default 0,
  deposit_sum       bigint      not null default 0,
  deposit_fee       bigint      not null default 0,
  withdraw_count    bigint      not null default 0,
  withdraw_sum      bigint      not null default 0,
  withdraw_fee      bigint      not null default 0,
  primary key (hour, channel_id, player_service_id)
);

-- The same of a UTC day, so that years of a partner are few rows.
create table partner_day (
  player_service_id uuid   not null references player_service,
  day               date   not null,
  channel_id        uuid   not null references channel,
  deposit_count     bigint not null default 0,
  deposit_sum       bigint not null default 0,
  deposit_fee       bigint not null default 0,
  withdraw_count    bigint not null default 0,
  withdraw_sum      bigint not null default 0,
  withdraw_fee      bigint not null default 0,
  primary key (player_service_id, day, channel_id)
);

-- Confirmations before this moment are in the hours.
alter table network_state add column hours_until timestamptz;

-- What was taken back, until it is taken off its hour and its partner's day.
create table network_hour_change (
  id                bigint      generated always as identity primary key,
  -- Of the confirmation.
  finished_at       timestamptz not null,
  channel_id        uuid        not null,
  player_service_id uuid        not null,
  type              text        not null,
  amount            bigint      not null,
  fee               bigint      not null
);
create trigger reversal_changes_its_hour after insert on reversal
  for each row execute function note_reversal_hour();

-- All days are counted once more, for their hours and partners.
update network_state set closed_until = null;

-- Confirmations that were refused, by reason. Written every few seconds, so a process that is killed loses some.
create table refusal_hour (
  hour       timestamptz not null,
  channel_id uuid        not null references channel,
  code       text        not null,
  count      bigint      not null,
  primary key (hour, channel_id, code)
);
create table refusal_of_agent (
  agent_id uuid   not null references agent,
  day      date   not null,
  code     text   not null,
  count    bigint not null,
  primary key (agent_id, day, code)
);
-- Rows that are too old to be shown are deleted.
create index refusal_of_agent_age on refusal_of_agent using brin (day);

-- How long events took from being written until the partner had them, by the hour in which they arrived.
create table webhook_hour (
  player_service_id uuid        not null references player_service,
  hour              timestamptz not null,
  delivered         bigint      not null,
  -- Of all of them together, and of the slowest.
  delay_ms          bigint      not null,
  slowest_ms        bigint      not null,
  primary key (player_service_id, hour)
);
create index webhook_hour_time on webhook_hour (hour);
