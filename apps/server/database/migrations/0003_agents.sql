-- Agents, the channels they work in, and their sessions.

create table channel (
  id            uuid    primary key,
  code          text    not null unique,
  name          text    not null,
  currency_code text    not null,
  -- Demo agents live in a channel of their own, where no player is real.
  is_demo       boolean not null default false,
  version       integer not null default 1
);

-- Hundredths of a percent, from a moment on and until the next row. A fee that has begun stays as it was.
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

create sequence cash_id start 100001;

create table agent (
  id                uuid        primary key,
  -- Given in the order of registration; lists go by it.
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
  -- 'first last' and 'last first', folded by the program: what lower() does depends on the database's locale.
  folded_name       text        not null default '',
  folded_surname    text        not null default '',
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
  -- Hundredths of a percent; null for the channel's.
  deposit_fee_bp    integer     check (deposit_fee_bp between 0 and 10000),
  withdraw_fee_bp   integer     check (withdraw_fee_bp between 0 and 10000),
  float_id          uuid        not null references account,
  commission_id     uuid        not null references account,
  expense_id        uuid        not null references account,
  created_at        timestamptz not null,
  -- When operators last asked a pending agent for something.
  asked_at          timestamptz,
  -- Ready for review first, then those who were asked for something, then those without a proven address.
  queue_place       smallint    not null generated always as (
                      case when email_verified_at is null then 2 when asked_at is not null then 1 else 0 end) stored,
  -- Counts what operators change, so that no one decides on what they have not seen.
  version           integer     not null default 1,
  -- A person who tried the demo may register with the same address.
  constraint agent_email_is_one unique (email, is_demo)
);
create index agent_of_status on agent (status, cash_id);
create index agent_of_channel on agent (channel_id, cash_id);
create index agent_of_country on agent (country_code, cash_id);
create index agent_demo on agent (cash_id) where is_demo;
create index agent_queue on agent (queue_place, cash_id) where status = 'pending';
-- Beginnings of words are ranges in the order of bytes, whatever the locale.
create index agent_email_start on agent (email collate "C");
create index agent_name_start on agent (folded_name collate "C");
create index agent_surname_start on agent (folded_surname collate "C");
create index agent_phone_start on agent (phone collate "C");
create index agent_phone_end on agent (reverse(phone) collate "C");

create table agent_status_change (
  id         uuid        primary key,
  agent_id   uuid        not null references agent,
  status     text        not null,
  note       text,
  changed_by text        not null,
  changed_at timestamptz not null
);
create index agent_status_change_of_agent on agent_status_change (agent_id, changed_at desc);
create trigger agent_status_change_append_only before update or delete or truncate on agent_status_change
  for each statement execute function refuse_change();

-- What operators tell each other about an agent. The agent never sees it.
create table agent_note (
  id          uuid        primary key,
  agent_id    uuid        not null references agent,
  operator_id uuid        not null references operator,
  author      text        not null,
  text        text        not null,
  written_at  timestamptz not null
);
create index agent_note_of_agent on agent_note (agent_id, id desc);
create trigger agent_note_append_only before update or delete or truncate on agent_note
  for each statement execute function refuse_change();

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
