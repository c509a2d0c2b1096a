-- Requests of operators that a second operator may have to approve.

-- Money that operators move: each request is one transfer, and large ones need a second operator.
create table money_request (
  -- Chosen by the operator's browser, so that a repeat changes nothing.
  id                    uuid        primary key,
  -- The order in which they were requested.
  number                bigint      generated always as identity unique,
  kind                  text        not null check (kind in
                          ('adjustment', 'settlement', 'payout', 'topup_credit', 'topup_return', 'reversal')),
  -- Null only where a top-up is returned that belongs to no agent.
  agent_id              uuid        references agent,
  topup_id              uuid        references topup,
  player_transaction_id uuid        references player_transaction,
  -- In the smallest unit of the asset. Only an adjustment can be negative.
  amount                numeric(78) not null check (amount <> 0 and (amount > 0 or kind = 'adjustment')),
  asset                 text        not null,
  decimals              smallint    not null check (decimals between 0 and 36),
  -- What else was fixed with the request: the terms of a credit, where a payout goes.
  payload               jsonb       not null,
  -- Of the whole request, to tell a repeat from another request.
  body_hash             text        not null,
  reason                text        not null check (reason <> ''),
  state                 text        not null check (state in ('pending', 'completed', 'rejected', 'withdrawn', 'failed')),
  needs_approval        boolean     not null,
  requested_by          uuid        not null references operator,
  requested_at          timestamptz not null,
  -- Null where no second operator was needed, and where it was withdrawn.
  decided_by            uuid        references operator,
  decided_at            timestamptz,
  note                  text,
  -- Why it could not be carried out: the code of a refusal.
  failure               text,
  -- Null for what was never on the books, such as a worthless token.
  transfer_id           uuid        unique,
  version               integer     not null default 1,
  constraint decided_by_another check (decided_by <> requested_by),
  constraint approval_was_given check (
    not needs_approval or state in ('pending', 'withdrawn') or decided_by is not null),
  constraint decided_has_time check ((state = 'pending') = (decided_at is null)),
  constraint failed_has_failure check ((state = 'failed') = (failure is not null)),
  constraint only_completed_moves_money check (state = 'completed' or transfer_id is null),
  constraint completed_has_moved_money check (
    state <> 'completed' or transfer_id is not null or kind = 'topup_return'),
  constraint names_its_subject check (
    (topup_id is not null) = (kind in ('topup_credit', 'topup_return'))
    and (player_transaction_id is not null) = (kind = 'reversal')
    and (agent_id is not null or kind = 'topup_return'))
);
create index money_request_by_state on money_request (state, number desc);
create index money_request_by_kind on money_request (kind, number desc);
create index money_request_of_agent on money_request (agent_id, number desc);
create index money_request_of_operator on money_request (requested_by, number desc);
-- One pending request at a time about one top-up or transaction.
create unique index money_request_pending_topup on money_request (topup_id) where state = 'pending';
create unique index money_request_pending_transaction on money_request (player_transaction_id) where state = 'pending';
create trigger money_request_ends_once before update on money_request
  for each row execute function guard_money_request();
create trigger money_request_stays before delete or truncate on money_request
  for each statement execute function refuse_change();
grant insert, update on money_request to :server;

-- Other changes that need a second operator, such as large rate changes, agents' terms and partners' keys.
create table change_request (
  id           uuid        primary key,
  -- The order in which they were requested.
  number       bigint      generated always as identity unique,
  kind         text        not null check (kind in (
                 'rate_set', 'agent_approve', 'agent_terms', 'operator_create', 'operator_change', 'approval_limit',
                 'partner_key', 'partner_key_networks', 'partner_webhook', 'channel_fees', 'alert_destination')),
  subject_kind text        not null,
  subject_id   text        not null,
  -- What people call the subject.
  subject_name text        not null,
  -- The input of the call. It is carried out unchanged, with the version that the requester saw.
  payload      jsonb       not null,
  -- What it would change, from a dry run at the time of the request.
  before       jsonb,
  after        jsonb,
  reason       text,
  state        text        not null default 'pending'
                 check (state in ('pending', 'completed', 'rejected', 'withdrawn', 'failed', 'expired')),
  requested_by uuid        not null references operator,
  requested_at timestamptz not null,
  decided_by   uuid        references operator,
  decided_at   timestamptz,
  note         text,
  -- Why it could not be carried out: the code of a refusal.
  failure      text,
  version      integer     not null default 1,
  constraint decided_by_another check (decided_by <> requested_by),
  constraint approval_was_given check ((state in ('completed', 'rejected', 'failed')) = (decided_by is not null)),
  constraint decided_has_time check ((state = 'pending') = (decided_at is null)),
  constraint failed_has_failure check ((state = 'failed') = (failure is not null))
);
create index change_request_by_state on change_request (state, number desc);
create index change_request_by_kind on change_request (kind, number desc);
create index change_request_of_operator on change_request (requested_by, number desc);
create unique index change_request_pending_subject on change_request (subject_kind, subject_id) where state = 'pending';
create trigger change_request_ends_once before update on change_request
  for each row execute function guard_change_request();
create trigger change_request_stays before delete or truncate on change_request
  for each statement execute function refuse_change();
grant insert, update on change_request to :server;
