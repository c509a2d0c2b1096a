-- Player transactions and what becomes of them. Their confirmations are in the ledger.

create table player_transaction (
  id                 uuid        primary key,
  partner_id         uuid        not null references partner,
  channel_id         uuid        not null,
  -- Set when the transaction is for one cashbox.
  agent_id           uuid        references agent,
  amount             bigint      not null check (amount > 0),
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  -- When it was cancelled or expired.
  closed_at          timestamptz,
  locked_at          timestamptz,
  -- Of the partner's request with this reference, so that a repeated one changes nothing.
  body_hash          bigint,
  wrong_codes        integer     not null default 0,
  -- What the player reads aloud and the agent types.
  transaction_id     text        not null unique,
  -- The partner's own name for it.
  reference          text,
  type               text        not null check (type in ('deposit', 'withdraw')),
  player_id          text        not null,
  -- What the partner stores with it; null when it gave nothing.
  metadata           jsonb,
  security_code_hash text,
  -- For repeats of the request that made it; wiped after a day and when the transaction closes.
  sealed_code        text,
  -- Null for a transaction that is open or confirmed: `open_transaction` and `confirmation` say which, so that a
  -- confirmation has no index of this wide row to write. `state_now` reads all three.
  ended_as           text        check (ended_as in ('expired', 'cancelled', 'reversed')),
  constraint withdrawals_have_a_code check ((type = 'withdraw') = (security_code_hash is not null)),
  -- A partner uses a reference once. A hash takes a third of the space that an index of the texts would.
  constraint player_transaction_reference exclude using hash ((partner_id::text || ' ' || reference) with =)
);
-- Few withdrawals have a sealed code, and every start looks for all of them.
create index player_transaction_sealed on player_transaction (id) where sealed_code is not null;
-- One index for each way in which operators search, in the order of the answers. Partners list theirs in the same order.
-- Those of a player and of an amount keep one entry for many rows, and PostgreSQL sorts what they find.
create index player_transaction_created on player_transaction (created_at, id);
create index player_transaction_of_player on player_transaction (player_id);
create index player_transaction_created_by on player_transaction (partner_id, created_at, id);
create index player_transaction_amount on player_transaction (amount);
create index player_transaction_locked on player_transaction (created_at, id)
  where ended_as is null and locked_at is not null;
create index player_transaction_ended on player_transaction (ended_as, created_at, id) where ended_as is not null;
create index player_transaction_ended_for_agent on player_transaction (agent_id, ended_as, created_at, id)
  where agent_id is not null and ended_as in ('expired', 'cancelled');
-- An agent with many transactions may have few that expired. Without these statistics PostgreSQL expects many, and reads
-- those of all agents to find those of one.
create statistics player_transaction_agent_ended (mcv) on agent_id, ended_as from player_transaction;
create trigger player_transaction_opens after insert on player_transaction
  referencing new table as added for each statement execute function note_opened();
create trigger player_transaction_changes after update of ended_as, agent_id, channel_id, created_at, expires_at on player_transaction
  for each row when (old.ended_as is null) execute function note_changed();
grant insert, update on player_transaction to :server;

-- What a partner said of a player whom an agent named. The deposit takes the row's ID and removes the row, in one transaction. A
-- newer check of the same player by the same agent removes it too, so that a request that is late confirms nothing.
create table player_check (
  -- The ID that the transaction will have.
  check_id    text        primary key,
  agent_id    uuid        not null references agent,
  partner_id  uuid        not null references partner,
  player_id   text        not null,
  -- Masked by this server.
  player_name text        not null,
  amount      bigint      not null,
  min_amount  bigint      not null check (min_amount > 0),
  max_amount  bigint      not null,
  expires_at  timestamptz not null,
  constraint player_check_allowed check (amount between min_amount and max_amount)
);
create index player_check_of_agent on player_check (agent_id, partner_id, player_id);
create index player_check_age on player_check (expires_at);
grant insert, delete on player_check to :server;

-- One row for each open transaction; the triggers above insert it. Closing a transaction deletes it. The row is also the
-- lock for closing a transaction or changing it while it is open.
create table open_transaction (
  transaction_id text        primary key,
  id             uuid        not null,
  agent_id       uuid,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  -- To count what a partner has open: the amount of a withdrawal, null for a deposit.
  partner_id     uuid,
  channel_id     uuid,
  withdrawal     bigint
);
create index open_transaction_withdrawals on open_transaction (partner_id) include (channel_id, withdrawal)
  where withdrawal is not null;
create index open_transaction_due on open_transaction (expires_at);
create index open_transaction_newest on open_transaction (created_at, id);
create index open_transaction_for_agent on open_transaction (agent_id, created_at, id) where agent_id is not null;
grant insert, update, delete on open_transaction to :server;

-- Confirmations with what only their transactions have. With a limit, so that each stays a look-up by key. A page of many is
-- cut from `confirmation` first: from this view PostgreSQL may look up all transactions before it sorts.
create view confirmed_payment as
select confirmation.*, tx.transaction_id, tx.player_id
from confirmation cross join lateral (
  select transaction_id, player_id from player_transaction where id = confirmation.player_transaction_id limit 1) as tx;

-- A confirmation that was reversed, by movements of its own.
create table reversal (
  player_transaction_id uuid        primary key,
  agent_id              uuid        not null,
  reason                text        not null,
  requested_by          text        not null,
  reversed_at           timestamptz not null
);
create index reversal_of_agent on reversal (agent_id, reversed_at);
create index reversal_time on reversal using brin (reversed_at);
create trigger reversal_append_only before update or delete or truncate on reversal
  for each statement execute function refuse_change();
grant insert on reversal to :server;

-- Sums per agent and UTC day; a month is at most 31 of them.
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
-- An agent's row is added once a day; adding to its sums later does not touch the index.
create index daily_total_of_day on daily_total (day);
grant insert, update on daily_total to :server;

-- The first answer to each idempotency key of a refused confirmation, so that a repeat gets it again.
create table refused_key (
  agent_id   uuid        not null,
  key        text        not null,
  body_hash  text        not null,
  outcome    text        not null,
  detail     jsonb       not null,
  created_at timestamptz not null,
  primary key (agent_id, key)
);
create index refused_key_age on refused_key using brin (created_at);
grant insert, delete on refused_key to :server;

-- Refused confirmations, for operators to read. Those of an agent for the same reason and transaction are one row an hour.
create table refused_attempt (
  number         bigint      generated always as identity primary key,
  agent_id       uuid        not null,
  -- As the agent typed it.
  transaction_id text        not null,
  code           text        not null,
  hour           timestamptz not null,
  count          bigint      not null,
  last_at        timestamptz not null,
  constraint refused_attempt_is_one unique (agent_id, hour, transaction_id, code)
);
create index refused_attempt_of_agent on refused_attempt (agent_id, number desc);
create index refused_attempt_of_transaction on refused_attempt (transaction_id, number desc);
create index refused_attempt_age on refused_attempt using brin (hour);
grant insert, update, delete on refused_attempt to :server;

-- What `confirm_payments` takes of one confirmation. Of a caller who is known already it has the agent and the session
-- instead of a token.
create type confirmation_request as (
  ordinal         integer,
  token_hash      text,
  agent_id        uuid,
  session_id      uuid,
  -- Of that session; 0 for staff without an open one.
  shift_id        integer,
  type            text,
  transaction_id  text,
  amount          bigint,
  code_hash       text,
  key             text,
  body_hash       text,
  at              timestamptz,
  lat             double precision,
  lon             double precision,
  accuracy_m      double precision,
  age_s           integer,
  ip              text,
  -- Null when the partner needs no event.
  event_id        uuid,
  -- The counters of wrong guesses from this address, and from the site that it belongs to.
  address_guesses text,
  site_guesses    text
);

-- What the database has about one of a group before the first of them is judged; `read_confirmations` fills it.
create type confirmation_case as (
  request         confirmation_request,
  -- Why the caller is not let in at all.
  not_admitted    text,
  session_id      uuid,
  last_seen_at    timestamptz,
  agent_id        uuid,
  channel_id      uuid,
  daily_limit     bigint,
  -- What the agent has confirmed today; null for nothing, and without a daily limit.
  volume_today    bigint,
  float           account,
  commission      account,
  -- The agent's last confirmation.
  latest          confirmation,
  -- Of staff: the shift of their session, and what `shift_refusal` asks of it while it is open.
  shift_id        integer,
  shift_terms     bigint[],
  -- What the key was used for: a refusal, or the transaction that was confirmed.
  refused_key     refused_key,
  paid_id         uuid,
  -- The counters of wrong guesses of the agent, the address and its site, and how long they make the agent wait.
  guess_counters  text[],
  wait_s          bigint,
  -- The player's transaction.
  tx_id           uuid,
  state           text,
  partner_id      uuid,
  player_id       text,
  has_sealed_code boolean,
  wrong_codes     integer,
  fee_bp          integer,
  -- What would become of it if it had come alone and the float covered it.
  outcome         text
);

-- What `confirm_payments` answers to one: 'confirmed', or the code of the refusal with its details.
create type confirmation_answer as (
  ordinal      integer,
  outcome      text,
  detail       jsonb,
  replayed     boolean,
  -- Null when there is no session.
  agent_id     uuid,
  session_id   uuid,
  last_seen_at timestamptz
);

-- Tables of earlier rooms refer to these.
alter table approval_request add foreign key (player_transaction_id) references player_transaction;
