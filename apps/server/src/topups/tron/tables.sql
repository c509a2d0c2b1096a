-- Tron: addresses, and the transactions that were found.

create sequence tron_address_index minvalue 0 start 0;

-- Assigned once, never reused. An agent has one address for each account key that was ever in use; the old ones stay valid.
create table tron_address (
  agent_id      uuid        not null references agent,
  -- Which account key it was derived from.
  xpub_id       text        not null,
  account_index integer     not null,
  address       text        not null unique,
  created_at    timestamptz not null,
  -- When its own list of transfers is read next; the feed of all transfers finds most of them earlier.
  next_check_at timestamptz not null default '-infinity',
  -- Up to here that list has been read without an error.
  checked_at    timestamptz,
  -- When its owner last viewed it.
  watched_at    timestamptz,
  -- Anyone can send worthless tokens to an address, in any number; then USDT is read from a separate list. Where an
  -- unfinished reading of USDT continues; null when it was read to its end.
  list_from     timestamptz,
  -- Where the reading of other tokens continues; null while one page holds everything that came to the address.
  others_from   timestamptz,
  -- The newest transfer of another token that was counted.
  others_until  timestamptz,
  primary key (agent_id, xpub_id),
  unique (xpub_id, account_index)
);
create index tron_address_due on tron_address (next_check_at);
grant insert, update on tron_address to :server;

-- Transfers of other tokens to an address, counted by day. Only a few of a day are followed and become held top-ups.
create table tron_other_token (
  address  text    not null references tron_address (address),
  day      date    not null,
  listed   integer not null default 0,
  followed integer not null default 0,
  kept     integer not null default 0,
  primary key (address, day)
);
grant insert, update on tron_other_token to :server;

-- How far the feed of all transfers has been read, by each of the passes over it.
create table tron_cursor (
  chain        text        not null,
  pass         text        not null,
  -- Milliseconds, as the provider counts.
  read_until   bigint      not null,
  next_run_at  timestamptz not null,
  -- When it last finished without an error.
  succeeded_at timestamptz not null,
  primary key (chain, pass)
);
grant insert, update on tron_cursor to :server;

-- Transactions that may hold a transfer to one of our addresses. The receipt decides what they hold.
create table tron_transaction (
  chain        text        not null,
  txid         text        not null check (txid ~ '^[0-9a-f]{64}$'),
  -- open: followed until it is final or gone; final: its receipt was settled; gone: the chain does not have it.
  state        text        not null default 'open' check (state in ('open', 'final', 'gone')),
  -- Less than the minimum deposit, as the providers' index says: handled separately, so that a flood of tiny sums delays
  -- no top-up.
  is_small     boolean     not null default false,
  block_number bigint,
  found_at     timestamptz not null,
  next_look_at timestamptz not null,
  primary key (chain, txid)
);
create index tron_transaction_due on tron_transaction (next_look_at) where state = 'open';
create index tron_transaction_small_due on tron_transaction (next_look_at) where state = 'open' and is_small;
grant insert, update on tron_transaction to :server;
