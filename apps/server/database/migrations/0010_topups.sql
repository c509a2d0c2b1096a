-- Top-ups: what came in through a rail, what was credited for it, and what could not be.

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
  -- What was sent, in the coin's smallest part.
  units          numeric(78) not null check (units > 0),
  decimals       smallint    not null check (decimals between 0 and 36),
  -- As the network or the provider names the sender. It may be an exchange, which can't be paid back.
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
create index topup_held on topup (id desc) where state = 'held';
create index topup_held_of_agent on topup (agent_id, id desc) where state = 'held';
create trigger topup_stays before delete or truncate on topup
  for each statement execute function refuse_change();

-- Which operator decided what about a top-up that could not be credited by itself.
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
