-- Top-ups: what came in through a rail, and what was credited.

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
  -- As the chain or the provider names the sender. It may be an exchange, which can't be paid back.
  sender         text,
  txid           text,
  block_number   bigint,
  confirmations  integer,
  -- How many providers proved it. What one alone proved is credited up to a sum for each agent and day.
  providers      smallint    check (providers > 0),
  order_id       uuid,
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

-- Tables of earlier rooms refer to these.
alter table approval_request add foreign key (topup_id) references topup;
