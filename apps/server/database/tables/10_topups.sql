-- Top-ups: rates, TRON addresses and transactions, Perfect Money orders, and what was credited.

-- Channel currency for one coin, as a decimal.
create table rate (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null check (rate > 0 and rate < 'Infinity'),
  -- Set by an operator, or by a feed, which never overrules an operator.
  source        text        not null default 'operator' check (source in ('operator', 'feed')),
  -- The last rate that came from the feed or that two operators agreed on: one operator alone stays close to it, however
  -- many steps they take.
  checked_rate  numeric     check (checked_rate > 0 and checked_rate < 'Infinity'),
  set_at        timestamptz not null,
  -- Counts what operators changed; the feed changes the rate itself all the time.
  version       integer     not null default 1,
  primary key (coin, currency_code)
);
insert into rate (coin, currency_code, rate, checked_rate, set_at)
values ('USDT', 'USD', 1, 1, now()), ('USD', 'USD', 1, 1, now());
grant insert, update on rate to :server;

-- Rates that came from the feed or from an operator, by our clock: a new one of the feed is compared with all of the last
-- day, because many small steps make a large one.
create table rate_taken (
  coin          text        not null,
  currency_code text        not null,
  taken_at      timestamptz not null,
  rate          numeric     not null,
  primary key (coin, currency_code, taken_at)
);
grant insert, delete on rate_taken to :server;

-- The last rate of the feed that was refused, until one is accepted or an operator sets the rate.
create table rate_refusal (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null,
  -- first: no operator has confirmed a rate yet; too_far: too far from the rates of the last day.
  reason        text        not null check (reason in ('first', 'too_far')),
  since         timestamptz not null,
  primary key (coin, currency_code)
);
grant insert, update, delete on rate_refusal to :server;

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
create index perfect_money_order_open_of_agent on perfect_money_order (agent_id, expires_at) where state = 'open';
grant insert, update on perfect_money_order to :server;

-- What came in through a rail, and what was credited for it.
create table topup (
  id             uuid        primary key,
  -- Null where a payment names no order of ours.
  agent_id       uuid        references agent,
  rail           text        not null check (rail in ('tron', 'perfect-money')),
  -- Chain, transaction and number of its log, or the provider's batch: it moves money at most once.
  reference      text        not null,
  state          text        not null check (state in ('confirming', 'credited', 'held', 'returned', 'failed')),
  reason         text,
  coin           text        not null,
  -- What was sent, in the coin's smallest unit.
  units          numeric(78) not null check (units > 0),
  decimals       smallint    not null check (decimals between 0 and 36),
  -- As the network or the provider names the sender. It may be an exchange, which can't be paid back.
  sender         text,
  txid           text,
  block_number   bigint,
  confirmations  integer,
  -- How many providers proved it. What one alone proved is credited up to a sum for each agent and day.
  providers      smallint    check (providers > 0),
  order_id       uuid        references perfect_money_order,
  -- What was credited, and how it was rounded.
  currency_code  text,
  rate           numeric,
  offset_percent numeric,
  rounding       text        check (rounding = 'down'),
  received       bigint      check (received > 0),
  -- The operator's note on the decision.
  note           text,
  seen_at        timestamptz not null,
  finished_at    timestamptz,
  -- Since when the provider's history has not shown a payment that was credited. Null for a payment that it shows.
  missing_since  timestamptz,
  constraint topup_is_one unique (rail, reference),
  constraint held_has_reason check ((state = 'held') = (reason is not null)),
  constraint credited_is_whole check ((state = 'credited') = (num_nonnulls(
    agent_id, currency_code, rate, offset_percent, rounding, received) = 6))
);
create index topup_of_agent on topup (agent_id, id desc);
create index topup_of_transaction on topup (txid) where txid is not null;
create index topup_waiting on topup (state, reason, id) where state in ('confirming', 'held');
create index topup_held on topup (id desc) where state = 'held';
create index topup_held_of_agent on topup (agent_id, id desc) where state = 'held';
create index topup_of_one_provider on topup (agent_id, finished_at) where providers = 1 and state = 'credited';
create index topup_missing on topup (coin) where missing_since is not null;
create trigger topup_stays before delete or truncate on topup
  for each statement execute function refuse_change();
grant insert, update on topup to :server;

-- Decisions of operators about held top-ups.
create table topup_decision (
  id         uuid        primary key,
  topup_id   uuid        not null references topup,
  action     text        not null check (action in ('credit', 'return')),
  decided_by text        not null,
  note       text        not null,
  -- The top-up as it was before and after.
  before     jsonb       not null,
  after      jsonb       not null,
  decided_at timestamptz not null
);
create trigger topup_decision_append_only before update or delete or truncate on topup_decision
  for each statement execute function refuse_change();
grant insert on topup_decision to :server;
