-- Ways to pay in: rates, TRON addresses and what was seen on the chain, Perfect Money orders.

-- Channel currency for one coin, as decimals; text keeps every digit as it was set.
create table rate (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null check (rate > 0 and rate < 'Infinity'),
  -- Set by an operator, or by a feed, which never overrules an operator.
  source        text        not null default 'operator' check (source in ('operator', 'feed')),
  set_at        timestamptz not null,
  -- Counts what operators did to it; the feed changes the rate itself all the time.
  version       integer     not null default 1,
  primary key (coin, currency_code)
);

create sequence tron_address_index minvalue 0 start 0;

-- Assigned once, never reused. An agent has one address for each account key that was ever in use; the old ones go on counting.
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
  -- When its owner last looked at it.
  watched_at    timestamptz,
  primary key (agent_id, xpub_id),
  unique (xpub_id, account_index)
);
create index tron_address_due on tron_address (next_check_at);

-- How far the feed of all transfers has been read, by each of the passes over it.
create table tron_cursor (
  chain        text        not null,
  pass         text        not null,
  -- Milliseconds, as the provider counts.
  read_until   bigint      not null,
  next_run_at  timestamptz not null,
  -- When it last went through without an error.
  succeeded_at timestamptz not null,
  primary key (chain, pass)
);

-- Transactions that are said to hold a transfer to one of our addresses. What they hold, the receipt decides.
create table tron_transaction (
  chain        text        not null,
  txid         text        not null check (txid ~ '^[0-9a-f]{64}$'),
  -- open: followed until it is final or gone; final: its receipt was settled; gone: the chain does not have it.
  state        text        not null default 'open' check (state in ('open', 'final', 'gone')),
  block_number bigint,
  found_at     timestamptz not null,
  next_look_at timestamptz not null,
  primary key (chain, txid)
);
create index tron_transaction_due on tron_transaction (next_look_at) where state = 'open';

create table perfect_money_order (
  id             uuid        primary key,
  payment_id     text        not null unique,
  agent_id       uuid        not null references agent,
  payee_account  text        not null,
  units          text        not null,
  amount         bigint      not null check (amount > 0),
  rate           numeric     not null,
  offset_percent numeric     not null,
  state          text        not null default 'open' check (state in ('open', 'paid', 'expired', 'review')),
  created_at     timestamptz not null,
  expires_at     timestamptz not null
);
create index perfect_money_order_of_agent on perfect_money_order (agent_id, created_at desc);
-- The provider's history is asked about open orders, because its calls can get lost.
create index perfect_money_order_open on perfect_money_order (expires_at) where state = 'open';
