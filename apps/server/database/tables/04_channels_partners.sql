-- Channels with their fees, and partners (player services) with their keys.

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

create table player_service (
  id                    uuid        primary key,
  code                  text        not null unique,
  name                  text        not null,
  -- Where events are sent; null while the partner wants none.
  webhook_url           text,
  -- Sealed with the server's secret. While a secret is being changed both sign.
  webhook_secret        text,
  webhook_old_secret    text,
  -- Until when the old one signs: a week after the partner got the new one. Null until then.
  webhook_old_until     timestamptz,
  -- The partner's server answered 410, or an operator switched it off. Events wait.
  webhook_disabled_at   timestamptz,
  -- Since when, and how often in a row, sending has failed, and when the partner's server is tried again.
  webhook_failing_since timestamptz,
  webhook_failures      integer     not null default 0,
  webhook_not_before    timestamptz,
  -- Types of events that the partner chose; null for all.
  webhook_topics        text[],
  -- Where we ask about a player whom an agent names, signed as events are; null while the partner takes no such deposits.
  verification_url      text,
  lifetime_s            integer     not null default 86400 check (lifetime_s > 0),
  max_lifetime_s        integer     not null default 2592000 check (max_lifetime_s >= lifetime_s),
  -- How long after its confirmation a transaction can be reversed; 0 for never.
  reversal_window_s     integer     not null default 86400 check (reversal_window_s >= 0),
  -- The first day that has a daily file; null for a partner without files, such as the demo's.
  files_from            date        default (now() at time zone 'UTC')::date,
  -- While set, its keys are refused.
  disabled_at           timestamptz,
  version               integer     not null default 1
);
insert into player_service (id, code, name, files_from)
values ('00000000-0000-7000-8000-000000000001', 'demo', 'Demo players', null);
grant insert, update on player_service to :server;

create table partner_key (
  id                text        primary key,
  player_service_id uuid        not null references player_service,
  -- Two at a time, so that keys can be rotated without a gap.
  slot              integer     not null check (slot in (1, 2)),
  -- Sealed: to check a signature the secret itself is needed. Null for a key of which only the partner has the secret part.
  secret            text,
  -- Ed25519, 32 bytes in base64.
  public_key        text,
  permissions       text[]      not null,
  -- Networks that may use it; null for any.
  networks          cidr[],
  created_at        timestamptz not null,
  -- When a second operator approved it, after the partner got the secret. The key is refused before.
  activated_at      timestamptz,
  -- When the key last signed a call, to the minute.
  last_used_at      timestamptz,
  -- Until when the key works, once a newer one replaces it.
  expires_at        timestamptz,
  disabled_at       timestamptz,
  -- The key that the partner replaced with this one; null if an operator made it.
  replaces          text        references partner_key,
  constraint partner_key_signs_one_way check (num_nonnulls(secret, public_key) = 1)
);
create unique index partner_key_slot on partner_key (player_service_id, slot) where disabled_at is null;
grant insert, update on partner_key to :server;

-- The newest one-time link of each key and of each webhook. Operators pass it on and never see the secret.
create table partner_secret_link (
  hash              text        primary key,
  player_service_id uuid        not null references player_service,
  -- Null for the secret of the webhook.
  key_id            text        references partner_key,
  expires_at        timestamptz not null,
  opened_at         timestamptz,
  opened_from       text,
  unique nulls not distinct (player_service_id, key_id)
);
grant insert, update on partner_secret_link to :server;

-- Players from whom the partner takes no deposits, such as those who excluded themselves. They may still withdraw.
create table player_exclusion (
  player_service_id uuid        not null references player_service,
  player_id         text        not null,
  -- Null for good.
  excluded_until    timestamptz,
  created_at        timestamptz not null,
  primary key (player_service_id, player_id)
);
grant insert, update, delete on player_exclusion to :server;

-- The most that one player may pay in or take out. A player is known by partner and ID. Reversed confirmations don't count.
create table player_limit (
  -- Null for all channels of the currency together.
  channel_id        uuid    references channel,
  -- Null for the players of every partner.
  player_service_id uuid    references player_service,
  currency_code     text    not null,
  type              text    not null check (type in ('deposit', 'withdraw')),
  -- Minor units; null for no limit. Days, weeks from Monday and months are in UTC.
  max_amount        bigint  check (max_amount > 0),
  max_per_day       bigint  check (max_per_day > 0),
  max_per_week      bigint  check (max_per_week > 0),
  max_per_month     bigint  check (max_per_month > 0),
  version           integer not null default 1,
  constraint player_limit_is_one unique nulls not distinct (currency_code, type, channel_id, player_service_id),
  constraint player_limit_limits check (num_nonnulls(max_amount, max_per_day, max_per_week, max_per_month) > 0)
);
-- It has no primary key, and replication has to find the row that changed.
alter table player_limit replica identity full;
grant insert, update, delete on player_limit to :server;

-- IDs of requests that were accepted, so that none is accepted twice.
create table partner_request (
  key_id     text        not null,
  request_id text        not null,
  -- When the timestamp of the request is certainly too old, even if that timestamp was in the future.
  forget_at  timestamptz not null,
  primary key (key_id, request_id)
);
create index partner_request_age on partner_request using brin (forget_at);
grant insert, delete on partner_request to :server;
