-- Figures of the whole network, and what the daily check found.

-- Sums of all agents of a channel on a UTC day. Demo channels have none: their history is made up afterwards.
create table network_day (
  day              date   not null,
  channel_id       uuid   not null references channel,
  deposit_count    bigint not null default 0,
  deposit_sum      bigint not null default 0,
  deposit_fee      bigint not null default 0,
  withdraw_count   bigint not null default 0,
  withdraw_sum     bigint not null default 0,
  withdraw_fee     bigint not null default 0,
  topup_count      bigint not null default 0,
  topup_sum        bigint not null default 0,
  added_count      bigint not null default 0,
  added_sum        bigint not null default 0,
  taken_count      bigint not null default 0,
  taken_sum        bigint not null default 0,
  settlement_count bigint not null default 0,
  settlement_sum   bigint not null default 0,
  payout_count     bigint not null default 0,
  payout_sum       bigint not null default 0,
  primary key (day, channel_id)
);

-- Days up to here are counted for good, from the confirmations themselves. Those after it are counted anew each time.
create table network_state (
  is_one       boolean     primary key default true check (is_one),
  closed_until date,
  as_of        timestamptz
);
insert into network_state default values;

-- What was taken back: the only thing that still changes a day that is closed.
create table network_change (
  id         bigint generated always as identity primary key,
  day        date   not null,
  channel_id uuid   not null,
  type       text   not null,
  amount     bigint not null,
  fee        bigint not null
);

create table network_float (
  currency_code    text        primary key,
  agents           bigint      not null,
  balance          bigint      not null,
  below_zero       bigint      not null,
  below_zero_since timestamptz,
  near_floor       bigint      not null,
  credit_lines     bigint      not null,
  credit_used      bigint      not null,
  commission       bigint      not null
);

create table network_agents (
  status text   primary key,
  count  bigint not null
);

-- What must always hold, as it was found every day.
create table verification (
  id          uuid        primary key,
  started_at  timestamptz not null,
  finished_at timestamptz,
  -- Rules that did not hold: rule, number of breaches, some of them, and since which verification.
  broken      jsonb
);
create index verification_newest on verification (started_at desc);
