-- Confirmations, reversals, and the sums that are kept as the money moves.

-- One row for each confirmed transaction. It is also two movements of the ledger: the amount between the float and the clearing
-- account with the player service, and the fee from the network's expense to the commission. Columns are in the order of
-- their width.
create table confirmation (
  player_transaction_id uuid        primary key,
  agent_id              uuid        not null,
  session_id            uuid,
  amount                bigint      not null check (amount > 0),
  fee                   bigint      not null check (fee >= 0),
  -- Always later than that of the number before it, so periods are ranges of numbers.
  finished_at           timestamptz not null,
  -- Hash of the idempotency key, so that a repeat gets this answer again and the key is not used for anything else.
  key_hash              bigint,
  -- Balances and versions after it, as in `movement`. Without a fee the commission stays as it is.
  float_balance         bigint      not null,
  commission_balance    bigint,
  geo_lat               double precision,
  geo_lon               double precision,
  geo_accuracy_m        double precision,
  float_id              integer     not null,
  clearing_id           integer     not null,
  commission_id         integer,
  expense_id            integer,
  float_version         integer     not null,
  commission_version    integer,
  -- Running numbers among the agent's confirmations, and among those of this type: any page of history is a range of them.
  -- `confirmed_of_type` finds those of a type without an index.
  number                integer     not null,
  type_number           integer     not null,
  fee_bp                integer     not null,
  geo_age_s             integer,
  type                  text        not null check (type in ('deposit', 'withdraw')),
  ip                    text,
  constraint confirmation_fee_moves check (
    num_nonnulls(commission_id, expense_id, commission_version, commission_balance) = case when fee > 0 then 4 else 0 end)
);
-- The float stands for the agent: once it has a confirmation, the agent keeps it, and its number is a quarter as wide.
create unique index confirmation_key on confirmation (float_id, key_hash) where key_hash is not null;
create unique index confirmation_number on confirmation (float_id, number);
create unique index confirmation_float on confirmation (float_id, float_version);
create unique index confirmation_commission on confirmation (commission_id, commission_version) where commission_id is not null;
create index confirmation_newest on confirmation (finished_at);
create trigger confirmations_are_sound after insert on confirmation
  referencing new table as added for each statement execute function check_confirmations();
create trigger confirmation_append_only before update or delete or truncate on confirmation
  for each statement execute function refuse_change();
grant insert on confirmation to :server;

-- Confirmations with what only their transactions have. With a limit, so that each stays a look-up by key. A page of many is
-- cut from `confirmation` first: from this view PostgreSQL may look up all transactions before it sorts.
create view confirmed_payment as
select confirmation.*, tx.transaction_id, tx.player_id
from confirmation cross join lateral (
  select transaction_id, player_id from player_transaction where id = confirmation.player_transaction_id limit 1) as tx;

-- The movements of an account with their sign; where it keeps a balance also numbered without gaps, with the balance after
-- each. Each part is read in the order of an index. Ask for numbers that are not null to read only parts with numbers.
-- No part has a condition, or PostgreSQL would sort all lines of an account for one page: without a fee, the account of the
-- commission is null.
create view statement_line as
select float_id as account_id, float_version as number, case type when 'deposit' then -amount else amount end as amount,
       float_balance as balance, clearing_id as other_id, finished_at as at, movement_kind 'confirmation' as kind,
       player_transaction_id as reference, null::text as reason
from confirmation
union all
select commission_id, commission_version, fee, commission_balance, expense_id, finished_at, 'fee', player_transaction_id, null
from confirmation
union all
select clearing_id, null, case type when 'deposit' then amount else -amount end, null, float_id, finished_at, 'confirmation',
       player_transaction_id, null
from confirmation
union all
select expense_id, null, -fee, null, commission_id, finished_at, 'fee', player_transaction_id, null
from confirmation
union all
select from_id, from_version, -amount, from_balance, to_id, at, kind, reference, reason
from movement
union all
select to_id, to_version, amount, to_balance, from_id, at, kind, reference, reason
from movement;

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
create trigger reversal_changes_its_day after insert on reversal
  for each row execute function note_reversal();
create trigger reversal_changes_its_hour after insert on reversal
  for each row execute function note_reversal_hour();
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

-- Receipts that agents have issued. Append-only: a code on paper never leads to another payment.
create table receipt (
  -- Fifteen random characters and a check character.
  code                  text        primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- A payment has one receipt, however often it is printed.
  player_transaction_id uuid        not null unique,
  issued_at             timestamptz not null
);
create trigger receipt_append_only before update or delete or truncate on receipt
  for each statement execute function refuse_change();
grant insert on receipt to :server;

-- What left each agent's float by the hour, to forecast how long the float lasts. Counted on request.
create table hourly_flow (
  agent_id uuid        not null references agent,
  -- The start of a whole hour in UTC. An hour without payments has no row.
  hour     timestamptz not null,
  -- Deposits less withdrawals, in minor units.
  outflow  bigint      not null,
  payments integer     not null,
  primary key (agent_id, hour)
);
grant insert, delete on hourly_flow to :server;

-- Up to which hour an agent's payments are in hourly_flow.
create table hourly_flow_count (
  agent_id      uuid        primary key references agent,
  counted_until timestamptz not null
);
grant insert, update on hourly_flow_count to :server;
