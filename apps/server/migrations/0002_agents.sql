create table channel (
  id              uuid    primary key,
  code            text    not null unique,
  name            text    not null,
  currency_code   text    not null,
  -- Hundredths of a percent.
  deposit_fee_bp  integer not null check (deposit_fee_bp between 0 and 10000),
  withdraw_fee_bp integer not null check (withdraw_fee_bp between 0 and 10000),
  -- Demo agents live in a channel of their own, where no player is real.
  is_demo         boolean not null default false
);

create sequence cash_id start 100001;

create table agent (
  id                uuid        primary key,
  cash_id           bigint      not null unique default nextval('cash_id'),
  channel_id        uuid        not null references channel,
  status            text        not null check (status in ('approved', 'pending', 'suspended', 'rejected', 'blocked')),
  note              text,
  is_demo           boolean     not null default false,
  email             text        not null,
  email_verified_at timestamptz,
  password_hash     text        not null,
  first_name        text        not null,
  last_name         text        not null,
  phone             text,
  messenger         text,
  messenger_id      text,
  country_code      text,
  city              text,
  street            text,
  geo_lat           double precision check (geo_lat between -90 and 90),
  geo_lon           double precision check (geo_lon between -180 and 180),
  geo_area          integer     not null default 0 check (geo_area >= 0),
  timezone          text        not null default 'UTC',
  language          text        not null default 'en',
  -- Limits in minor units of the channel currency; null for none.
  max_amount        bigint      check (max_amount > 0),
  daily_limit       bigint      check (daily_limit > 0),
  float_id          uuid        not null references account,
  commission_id     uuid        not null references account,
  expense_id        uuid        not null references account,
  created_at        timestamptz not null,
  -- Someone who tried the demo may register with the same address.
  constraint agent_email_is_one unique (email, is_demo)
);

create table agent_status_change (
  id         uuid        primary key,
  agent_id   uuid        not null references agent,
  status     text        not null,
  note       text,
  changed_by text        not null,
  changed_at timestamptz not null
);
create index agent_status_change_of_agent on agent_status_change (agent_id, changed_at desc);

create table session (
  id           uuid        primary key,
  agent_id     uuid        not null references agent,
  -- SHA-256 of the token; the token itself is known to the browser only.
  token_hash   text        not null unique,
  remember     boolean     not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  idle_seconds integer     not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  fingerprint  text,
  user_agent   text        check (length(user_agent) <= 500),
  ip           text
);
create index session_of_agent on session (agent_id, created_at desc);

-- Single-use secrets that were sent by mail.
create table mail_link (
  hash       text        primary key,
  purpose    text        not null check (purpose in ('verify-email', 'demo', 'reset-password')),
  agent_id   uuid        not null references agent,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index mail_link_of_agent on mail_link (agent_id, purpose);
