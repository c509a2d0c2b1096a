-- Money that operators move: each request is one transfer, and large ones need a second operator.

create table money_request (
  -- Chosen by the operator's browser, so that asking again changes nothing.
  id                    uuid        primary key,
  -- The order in which they were asked for.
  number                bigint      generated always as identity unique,
  kind                  text        not null check (kind in
                          ('adjustment', 'settlement', 'payout', 'suspense_credit', 'suspense_return', 'reversal')),
  -- Null only where a top-up goes back that belongs to no agent.
  agent_id              uuid        references agent,
  topup_id              uuid        references topup,
  player_transaction_id uuid        references player_transaction,
  -- In the smallest part of the asset. Only an adjustment can be negative.
  amount                numeric(78) not null check (amount <> 0 and (amount > 0 or kind = 'adjustment')),
  asset                 text        not null,
  decimals              smallint    not null check (decimals between 0 and 36),
  -- What else was fixed with the request: the terms of a credit, where a payout goes.
  payload               jsonb       not null,
  -- Of everything that was asked, to tell a repeat from another request.
  body_hash             text        not null,
  reason                text        not null check (reason <> ''),
  state                 text        not null check (state in ('waiting', 'done', 'refused', 'withdrawn', 'failed')),
  needs_second          boolean     not null,
  requested_by          uuid        not null references operator,
  requested_at          timestamptz not null,
  -- Null where no second operator was needed, and where it was withdrawn.
  decided_by            uuid        references operator,
  decided_at            timestamptz,
  note                  text,
  -- Why it could not be carried out: the code of a refusal.
  failure               text,
  -- None for what was never on the books, such as a token that anyone can make.
  transfer_id           uuid        unique,
  version               integer     not null default 1,
  constraint four_eyes check (decided_by <> requested_by),
  constraint second_has_decided check (not needs_second or state in ('waiting', 'withdrawn') or decided_by is not null),
  constraint decided_has_time check ((state = 'waiting') = (decided_at is null)),
  constraint failed_has_failure check ((state = 'failed') = (failure is not null)),
  constraint only_done_moves_money check (state = 'done' or transfer_id is null),
  constraint done_has_moved_money check (state <> 'done' or transfer_id is not null or kind = 'suspense_return'),
  constraint names_its_subject check (
    (topup_id is not null) = (kind in ('suspense_credit', 'suspense_return'))
    and (player_transaction_id is not null) = (kind = 'reversal')
    and (agent_id is not null or kind = 'suspense_return'))
);
create index money_request_by_state on money_request (state, number desc);
create index money_request_by_kind on money_request (kind, number desc);
create index money_request_of_agent on money_request (agent_id, number desc);
create index money_request_of_operator on money_request (requested_by, number desc);
-- About one thing one request waits at a time.
create unique index money_request_waiting_topup on money_request (topup_id) where state = 'waiting';
create unique index money_request_waiting_transaction on money_request (player_transaction_id) where state = 'waiting';
create trigger money_request_ends_once before update on money_request
  for each row execute function guard_money_request();
create trigger money_request_stays before delete or truncate on money_request
  for each statement execute function refuse_change();
