-- Watching the network: sums over all agents, what the daily check found, and what speaks against an agent.

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

create function note_reversal() returns trigger language plpgsql as $$
begin
  insert into network_change (day, channel_id, type, amount, fee)
  select (confirmation.finished_at at time zone 'UTC')::date, channel.id, confirmation.type, confirmation.amount, confirmation.fee
  from confirmation
  join player_transaction as tx on tx.id = confirmation.player_transaction_id
  join channel on channel.id = tx.channel_id
  where confirmation.player_transaction_id = new.player_transaction_id and not channel.is_demo;
  return null;
end $$;
create trigger reversal_changes_its_day after insert on reversal for each row execute function note_reversal();

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

-- A row of it is added once a day for each agent; what is added to it later does not touch the index.
create index daily_total_of_day on daily_total (day);
create index transfer_not_by_players on transfer (created_at) where kind not in ('confirmation', 'reversal');

-- What must always hold, as it was found every day.
create table verification (
  id          uuid        primary key,
  started_at  timestamptz not null,
  finished_at timestamptz,
  -- Rules that did not hold: rule, number of breaches, some of them, and since which verification.
  broken      jsonb
);
create index verification_newest on verification (started_at desc);

-- How far the confirmations have been looked at for signs of fraud.
create table risk_cursor (
  is_one      boolean     primary key default true check (is_one),
  finished_at timestamptz,
  id          uuid
);
insert into risk_cursor default values;

-- Which devices and addresses agents confirmed from.
create table risk_trace (
  kind          text        not null check (kind in ('shared_device', 'shared_address')),
  value         text        not null,
  agent_id      uuid        not null,
  first_at      timestamptz not null,
  last_at       timestamptz not null,
  -- The last confirmation from there.
  number        bigint      not null,
  primary key (kind, value, agent_id)
);
create index risk_trace_age on risk_trace (last_at);

-- Single things that happened; enough of them make a signal.
create table risk_event (
  agent_id uuid        not null,
  kind     text        not null check (kind in ('impossible_travel', 'player_loop')),
  subject  text        not null,
  -- The agent's confirmations that it rests on: the later one names it.
  number   bigint      not null,
  earlier  bigint      not null,
  at       timestamptz not null,
  -- Metres a second, of travel.
  speed    float8,
  primary key (agent_id, kind, subject, number)
);
create index risk_event_age on risk_event (at);

create table risk_signal (
  id             uuid        primary key,
  agent_id       uuid        not null references agent,
  kind           text        not null,
  -- The device, the address, the player; empty where it is about the agent alone.
  subject        text        not null,
  weight         integer     not null check (weight > 0),
  -- Facts, the numbers of the agent's confirmations, and the agents it is shared with.
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
