-- Top-ups: what came in through a rail, what was credited for it, and what could not be.

alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (kind in
  ('confirmation', 'reversal', 'top_up', 'settlement', 'payout', 'adjustment', 'suspense', 'release'));

-- Set by an operator, or by a feed, which never overrules an operator.
alter table rate add column source text not null default 'operator' check (source in ('operator', 'feed'));

-- An agent has one address for each account key that was ever in use; the old ones go on counting.
alter table tron_address drop constraint tron_address_pkey;
alter table tron_address add primary key (agent_id, xpub_id);
-- When its own list of transfers is looked at next; the feed of all transfers finds most of them earlier.
alter table tron_address add column next_check_at timestamptz not null default '-infinity';
-- Up to here that list has been read without an error.
alter table tron_address add column checked_at timestamptz;
-- When its owner last looked at it.
alter table tron_address add column watched_at timestamptz;
create index tron_address_due on tron_address (next_check_at);

-- How far the feed of all transfers has been read, by each of the passes over it.
create table tron_cursor (
  chain       text        not null,
  pass        text        not null,
  -- Milliseconds, as the provider counts.
  read_until  bigint      not null,
  next_run_at timestamptz not null,
  -- When it last went through without an error.
  succeeded_at timestamptz not null,
  primary key (chain, pass)
);

-- Transactions that somebody says hold a transfer to one of our addresses. What they hold, the receipt decides.
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

create table topup (
  id             uuid        primary key,
  -- Nobody's where a payment names no order of ours.
  agent_id       uuid        references agent,
  rail           text        not null check (rail in ('tron', 'perfect-money')),
  -- Chain, transaction and number of its log, or the provider's batch: it moves money at most once.
  reference      text        not null,
  state          text        not null check (state in ('confirming', 'credited', 'held', 'returned', 'failed')),
  reason         text,
  coin           text        not null,
  -- What was sent, in the coin's smallest part.
  units          numeric(78) not null check (units > 0),
  decimals       smallint    not null check (decimals between 0 and 36),
  -- As the network or the provider names them. Not always somebody who can be paid back: it may be an exchange.
  sender         text,
  txid           text,
  block_number   bigint,
  confirmations  integer,
  order_id       uuid        references perfect_money_order,
  -- What it was credited with, and how it was rounded.
  currency_code  text,
  rate           numeric,
  offset_percent numeric,
  rounding       text        check (rounding = 'down'),
  received       bigint      check (received > 0),
  transfer_id    uuid,
  -- What the operator wrote when deciding.
  note           text,
  seen_at        timestamptz not null,
  finished_at    timestamptz,
  constraint topup_is_one unique (rail, reference),
  constraint held_has_reason check ((state = 'held') = (reason is not null)),
  constraint credited_is_whole check ((state = 'credited') = (num_nonnulls(
    agent_id, currency_code, rate, offset_percent, rounding, received, transfer_id) = 7))
);
create index topup_of_agent on topup (agent_id, id desc);
create index topup_of_transaction on topup (txid) where txid is not null;
create index topup_waiting on topup (state, reason, id) where state in ('confirming', 'held');

-- Who decided what about a top-up that could not be credited by itself.
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
create trigger topup_stays before delete or truncate on topup
  for each statement execute function refuse_change();

-- One order is paid by one payment; the history of the provider is asked for what its calls did not tell.
create index perfect_money_order_open on perfect_money_order (expires_at) where state = 'open';
