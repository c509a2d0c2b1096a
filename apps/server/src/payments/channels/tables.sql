-- Channels with their fees, and limits per player.

create table channel (
  id            uuid    primary key,
  code          text    not null unique,
  name          text    not null,
  currency_code text    not null,
  -- Demo agents have their own channel, without real players.
  is_demo       boolean not null default false,
  version       integer not null default 1
);
insert into channel (id, code, name, currency_code, is_demo)
values ('00000000-0000-7000-8000-000000000002', 'demo', 'Demo', 'USD', true);
grant insert, update on channel to :server;

-- Hundredths of a percent, from a moment on and until the next row. A fee that has begun never changes.
create table channel_fee (
  channel_id      uuid        not null references channel,
  valid_from      timestamptz not null,
  deposit_fee_bp  integer     not null check (deposit_fee_bp between 0 and 10000),
  withdraw_fee_bp integer     not null check (withdraw_fee_bp between 0 and 10000),
  primary key (channel_id, valid_from)
);
create trigger channel_fee_begun_stays before update or delete on channel_fee
  for each row when (old.valid_from <= now()) execute function refuse_change();
create trigger channel_fee_stays before truncate on channel_fee
  for each statement execute function refuse_change();
insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
values ('00000000-0000-7000-8000-000000000002', 'epoch', 200, 150);
grant insert, update, delete on channel_fee to :server;

-- The most that one player may pay in or take out. A player is known by partner and ID. Reversed confirmations don't count.
create table player_limit (
  -- Null for all channels of the currency together.
  channel_id    uuid    references channel,
  -- Null for the players of every partner.
  partner_id    uuid    references partner,
  currency_code text    not null,
  type          text    not null check (type in ('deposit', 'withdraw')),
  -- Minor units; null for no limit. Days, weeks from Monday and months are in UTC.
  max_amount    bigint  check (max_amount > 0),
  max_per_day   bigint  check (max_per_day > 0),
  max_per_week  bigint  check (max_per_week > 0),
  max_per_month bigint  check (max_per_month > 0),
  version       integer not null default 1,
  constraint player_limit_is_one unique nulls not distinct (currency_code, type, channel_id, partner_id),
  constraint player_limit_limits check (num_nonnulls(max_amount, max_per_day, max_per_week, max_per_month) > 0)
);
-- It has no primary key, and replication has to find the row that changed.
alter table player_limit replica identity full;
grant insert, update, delete on player_limit to :server;

-- Tables of earlier rooms refer to these.
alter table agent add foreign key (channel_id) references channel;
alter table player_transaction add foreign key (channel_id) references channel;
