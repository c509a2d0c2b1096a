-- Figures of the whole network, and the results of the daily check.

-- Sums of all agents of a channel on a UTC day. Demo channels have none: their history is made up afterwards.
create table network_day (
  day                     date   not null,
  channel_id              uuid   not null references channel,
  deposit_count           bigint not null default 0,
  deposit_sum             bigint not null default 0,
  deposit_fee             bigint not null default 0,
  withdraw_count          bigint not null default 0,
  withdraw_sum            bigint not null default 0,
  withdraw_fee            bigint not null default 0,
  topup_count             bigint not null default 0,
  topup_sum               bigint not null default 0,
  added_count             bigint not null default 0,
  added_sum               bigint not null default 0,
  taken_count             bigint not null default 0,
  taken_sum               bigint not null default 0,
  commission_credit_count bigint not null default 0,
  commission_credit_sum   bigint not null default 0,
  payout_count            bigint not null default 0,
  payout_sum              bigint not null default 0,
  primary key (day, channel_id)
);
grant insert, update, delete on network_day to :server;

-- Sums of a channel and a partner within an hour. Demo channels have none.
create table network_hour (
  -- The start of a whole hour in UTC.
  hour           timestamptz not null,
  channel_id     uuid        not null references channel,
  partner_id     uuid        not null references partner,
  deposit_count  bigint      not null default 0,
  deposit_sum    bigint      not null default 0,
  deposit_fee    bigint      not null default 0,
  withdraw_count bigint      not null default 0,
  withdraw_sum   bigint      not null default 0,
  withdraw_fee   bigint      not null default 0,
  primary key (hour, channel_id, partner_id)
);
grant insert, update, delete on network_hour to :server;

-- The same of a UTC day, so that years of a partner are few rows.
create table partner_day (
  partner_id     uuid   not null references partner,
  day            date   not null,
  channel_id     uuid   not null references channel,
  deposit_count  bigint not null default 0,
  deposit_sum    bigint not null default 0,
  deposit_fee    bigint not null default 0,
  withdraw_count bigint not null default 0,
  withdraw_sum   bigint not null default 0,
  withdraw_fee   bigint not null default 0,
  primary key (partner_id, day, channel_id)
);
grant insert, update, delete on partner_day to :server;

-- Top-ups of a channel within an hour. Demo channels have none.
create table topup_hour (
  hour        timestamptz not null,
  channel_id  uuid        not null references channel,
  topup_count bigint      not null,
  topup_sum   bigint      not null,
  primary key (hour, channel_id)
);
grant insert, delete on topup_hour to :server;

-- How far the sums above are final. Later days are counted from the confirmations each time.
create table network_state (
  is_one       boolean     primary key default true check (is_one),
  closed_until date,
  -- Confirmations before this moment are in the hours.
  hours_until  timestamptz,
  as_of        timestamptz
);
insert into network_state default values;
grant update on network_state to :server;

-- Reversals: the only thing that still changes a closed day.
create table network_change (
  id         bigint generated always as identity primary key,
  day        date   not null,
  channel_id uuid   not null,
  type       text   not null,
  amount     bigint not null,
  fee        bigint not null
);
grant insert, delete on network_change to :server;

-- Reversals, until they are subtracted from their hour and their partner's day.
create table network_hour_change (
  id          bigint      generated always as identity primary key,
  -- Of the confirmation.
  finished_at timestamptz not null,
  channel_id  uuid        not null,
  partner_id  uuid        not null,
  type        text        not null,
  amount      bigint      not null,
  fee         bigint      not null
);
grant insert, delete on network_hour_change to :server;

create table network_float (
  currency_code    text        primary key,
  agents           bigint      not null,
  balance          bigint      not null,
  below_zero       bigint      not null,
  below_zero_since timestamptz,
  low_float        bigint      not null,
  credit_lines     bigint      not null,
  credit_used      bigint      not null,
  commission       bigint      not null
);
grant insert, update on network_float to :server;

create table network_agents (
  status text   primary key,
  count  bigint not null
);
grant insert, delete on network_agents to :server;

-- Refused confirmations by reason. Written every few seconds, so a process that is killed loses some.
create table refusal_hour (
  hour       timestamptz not null,
  channel_id uuid        not null references channel,
  code       text        not null,
  count      bigint      not null,
  primary key (hour, channel_id, code)
);
grant insert, update on refusal_hour to :server;

create table refusal_of_agent (
  agent_id uuid   not null references agent,
  day      date   not null,
  code     text   not null,
  count    bigint not null,
  primary key (agent_id, day, code)
);
-- Rows that are too old to be shown are deleted.
create index refusal_of_agent_age on refusal_of_agent using brin (day);
grant insert, update, delete on refusal_of_agent to :server;

-- Refused look-ups and confirmations, by the partner of the transaction.
create table refusal_of_partner (
  partner_id uuid        not null references partner,
  hour       timestamptz not null,
  code       text        not null,
  count      bigint      not null,
  primary key (partner_id, hour, code)
);
grant insert, update on refusal_of_partner to :server;

-- Results of the daily check of everything that must always hold.
create table verification (
  id            uuid        primary key,
  started_at    timestamptz not null,
  finished_at   timestamptz,
  -- Rules that did not hold: rule, number of violations, some of them, and since which verification.
  failed_checks jsonb
);
create index verification_newest on verification (started_at desc);
grant insert, update, delete on verification to :server;

-- The last status that was read for alerts, so that the metrics of every process come from one row.
create table network_snapshot (
  is_one   boolean     primary key default true check (is_one),
  taken_at timestamptz not null,
  snapshot jsonb       not null
);
grant insert, update on network_snapshot to :server;

create trigger reversal_changes_its_day after insert on reversal
  for each row execute function note_reversal();
create trigger reversal_changes_its_hour after insert on reversal
  for each row execute function note_reversal_hour();
