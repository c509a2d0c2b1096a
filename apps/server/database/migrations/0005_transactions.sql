-- Player transactions: what a player service asks the agents to pay in or out.

create table player_transaction (
  id                 uuid        primary key,
  -- What the player reads aloud and the agent types.
  transaction_id     text        not null unique,
  player_service_id  uuid        not null references player_service,
  -- The partner's own name for it, and a hash of what was asked, so that asking again changes nothing.
  reference          text,
  body_hash          text,
  channel_id         uuid        not null references channel,
  -- Set when the transaction is aimed at one cashbox.
  agent_id           uuid        references agent,
  type               text        not null check (type in ('deposit', 'withdraw')),
  amount             bigint      not null check (amount > 0),
  player_id          text        not null,
  security_code_hash text,
  -- For repeats of the request that made it; wiped after a day and when the transaction closes.
  sealed_code        text,
  wrong_codes        integer     not null default 0,
  locked_at          timestamptz,
  state              text        not null default 'open'
                       check (state in ('open', 'confirmed', 'expired', 'cancelled', 'reversed')),
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  -- When it was cancelled or expired.
  closed_at          timestamptz,
  constraint withdrawals_have_a_code check ((type = 'withdraw') = (security_code_hash is not null)),
  constraint player_transaction_reference unique (player_service_id, reference)
);

create index player_transaction_open on player_transaction (expires_at) where state = 'open';
create index player_transaction_of_service on player_transaction (player_service_id, id);
create index player_transaction_for_agent on player_transaction (agent_id, id)
  where state = 'open' and agent_id is not null;

-- One index for each way in which operators search, in the order of the answers. A confirmed transaction is in as few
-- of them as possible, because each index makes a confirmation slower.
create index player_transaction_created on player_transaction (created_at, id);
create index player_transaction_of_player on player_transaction (player_id, created_at, id);
create index player_transaction_created_by on player_transaction (player_service_id, created_at, id);
create index player_transaction_amount on player_transaction (amount, created_at, id);
create index player_transaction_state on player_transaction (state, created_at, id) where state <> 'confirmed';
create index player_transaction_locked on player_transaction (created_at, id)
  where state = 'open' and locked_at is not null;
-- By state, so that an agent's few open ones are found without reading all that have expired.
create index player_transaction_aimed on player_transaction (agent_id, state, created_at, id)
  where agent_id is not null and state not in ('confirmed', 'reversed');

-- An agent with many transactions may have few open ones. Without these statistics PostgreSQL expects many, and reads
-- the open ones of all agents to find those of one.
create statistics player_transaction_agent_state (mcv) on agent_id, state from player_transaction;
