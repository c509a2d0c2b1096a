create table player_service (
  id   uuid primary key,
  code text not null unique,
  name text not null
);

create table player_transaction (
  id                 uuid        primary key,
  -- What the player reads aloud and the agent types.
  transaction_id     text        not null unique,
  player_service_id  uuid        not null references player_service,
  channel_id         uuid        not null references channel,
  -- Set when the transaction is aimed at one cashbox.
  agent_id           uuid        references agent,
  type               text        not null check (type in ('deposit', 'withdraw')),
  amount             bigint      not null check (amount > 0),
  player_id          text        not null,
  security_code_hash text,
  wrong_codes        integer     not null default 0,
  locked_at          timestamptz,
  state              text        not null default 'open'
                       check (state in ('open', 'confirmed', 'expired', 'cancelled', 'reversed')),
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  constraint withdrawals_have_a_code check ((type = 'withdraw') = (security_code_hash is not null))
);
create index player_transaction_open on player_transaction (expires_at) where state = 'open';

-- Append-only: one row a confirmed transaction, with all that history shows.
create table confirmation (
  player_transaction_id uuid        primary key,
  transfer_id           uuid        not null,
  agent_id              uuid        not null,
  -- Running numbers among the agent's confirmations, and among those of this type: any page of history is a range of them.
  number                bigint      not null,
  type_number           bigint      not null,
  type                  text        not null,
  transaction_id        text        not null,
  amount                bigint      not null,
  fee                   bigint      not null,
  fee_bp                integer     not null,
  player_id             text        not null,
  -- Never earlier than that of the number before it.
  finished_at           timestamptz not null,
  session_id            uuid,
  geo_lat               double precision,
  geo_lon               double precision,
  geo_accuracy_m        double precision,
  geo_age_s             integer,
  ip                    text
);
create unique index confirmation_number on confirmation (agent_id, number);
create unique index confirmation_type_number on confirmation (agent_id, type, type_number);
create index confirmation_finished on confirmation (agent_id, finished_at, number);
create trigger confirmation_append_only before update or delete or truncate on confirmation
  for each statement execute function refuse_change();

-- Sums per agent and UTC day, kept as the money moves; a month is at most 31 of them.
create table daily_total (
  agent_id       uuid   not null,
  day            date   not null,
  deposit_count  bigint not null default 0,
  deposit_sum    bigint not null default 0,
  deposit_fee    bigint not null default 0,
  withdraw_count bigint not null default 0,
  withdraw_sum   bigint not null default 0,
  withdraw_fee   bigint not null default 0,
  primary key (agent_id, day)
) with (fillfactor = 70);

-- The first answer to each key, so that a repeat gets it again.
create table idempotency_key (
  agent_id   uuid        not null,
  key        text        not null,
  body_hash  text        not null,
  outcome    text        not null,
  detail     jsonb       not null,
  created_at timestamptz not null,
  primary key (agent_id, key)
);
create index idempotency_key_age on idempotency_key using brin (created_at);

-- What the player service has to hear, written with what it tells.
create table outbox_event (
  id                uuid        primary key,
  topic             text        not null,
  player_service_id uuid        not null,
  subject_id        uuid        not null,
  payload           jsonb       not null,
  created_at        timestamptz not null
);
