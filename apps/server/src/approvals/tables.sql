-- Requests that need a second operator, and what each operator moved in a day.

-- What each operator moved, approved or granted as credit on a UTC day, in hundredths of the asset.
create table operator_day (
  operator_id uuid    not null references operator,
  day         date    not null,
  asset       text    not null,
  amount      numeric not null check (amount > 0),
  primary key (operator_id, day, asset)
);
grant insert, update on operator_day to :server;

-- Requests of operators to move money, and changes that a second operator must approve.
create table approval_request (
  -- Chosen by the operator's browser for money, so that repeating the call changes nothing.
  id                    uuid        primary key,
  -- The order in which they were made.
  number                bigint      generated always as identity unique,
  kind                  text        not null check (kind in (
                          'adjustment', 'commission_credit', 'payout', 'topup_credit', 'topup_return', 'reversal',
                          'partner_payment', 'partner_payment_reversal', 'rate_set', 'agent_approve', 'agent_terms', 'agent_restore', 'operator_create', 'operator_change',
                          'approval_limit', 'partner_change', 'partner_key', 'partner_key_expiry', 'partner_key_ranges',
                          'partner_webhook', 'partner_limits', 'partner_cover', 'partner_fees', 'channel_fees', 'player_limit', 'alert_destination',
                          'alert_destination_change', 'text_set')),
  subject_kind          text        not null,
  subject_id            text        not null,
  subject_name          text        not null,
  -- What is executed: the input of the call with the version that the requester saw, or the terms of a movement of money.
  payload               jsonb       not null,
  -- What a change would change, as a dry run showed it when it was requested.
  before                jsonb,
  after                 jsonb,
  -- Those of them that one operator may not change alone.
  fields                text[]      not null default '{}',
  reason                text        check (reason <> ''),
  -- Only of money. The amount is in the smallest part of the asset; only an adjustment can be negative.
  agent_id              uuid,
  topup_id              uuid,
  player_transaction_id uuid,
  amount                numeric(78) check (amount <> 0 and (amount > 0 or kind = 'adjustment')),
  asset                 text,
  decimals              smallint    check (decimals between 0 and 36),
  -- Of everything that was sent, to tell a repeated call from another request.
  body_hash             text,
  state                 text        not null default 'pending'
                          check (state in ('pending', 'completed', 'rejected', 'withdrawn', 'failed', 'expired')),
  -- False only for money up to the approval limit. Payments of partners always need a second operator.
  needs_approval        boolean     not null default true,
  requested_by          uuid        not null references operator,
  requested_at          timestamptz not null,
  decided_by            uuid        references operator,
  decided_at            timestamptz,
  note                  text,
  -- Why it could not be executed, or why it was withdrawn without its requester: the code of a refusal.
  failure               text,
  version               integer     not null default 1,
  constraint decided_by_another check (decided_by <> requested_by),
  constraint approval_was_given check (
    (decided_by is not null) = (needs_approval and state in ('completed', 'rejected', 'failed'))),
  constraint alone_is_completed check (needs_approval or (amount is not null and state in ('pending', 'completed')
    and kind not in ('partner_payment', 'partner_payment_reversal'))),
  constraint decided_has_time check ((state = 'pending') = (decided_at is null)),
  constraint failed_has_failure check (
    case state when 'failed' then failure is not null when 'withdrawn' then true else failure is null end),
  constraint money_has_amount check (
    (amount is not null) = (kind in ('adjustment', 'commission_credit', 'payout', 'topup_credit', 'topup_return', 'reversal',
                                     'partner_payment', 'partner_payment_reversal'))
    and (amount is null) = (asset is null) and (amount is null) = (decimals is null)
    and (amount is null) = (body_hash is null) and (amount is null or reason is not null)),
  constraint names_its_subject check (
    (topup_id is not null) = (kind in ('topup_credit', 'topup_return'))
    and (player_transaction_id is not null) = (kind = 'reversal')
    and (amount is null or agent_id is not null
      or kind in ('topup_return', 'partner_payment', 'partner_payment_reversal')))
);
create index approval_request_by_state on approval_request (state, number desc);
create index approval_request_by_kind on approval_request (kind, number desc);
create index approval_request_of_agent on approval_request (agent_id, number desc) where agent_id is not null;
create index approval_request_of_subject on approval_request (subject_id, subject_kind, number desc);
create index approval_request_of_operator on approval_request (requested_by, number desc);
-- One request at a time waits about one thing. Several movements of money can wait for an agent's account, or for a partner.
create unique index approval_request_pending_subject on approval_request (subject_kind, subject_id)
  where state = 'pending' and kind not in ('adjustment', 'commission_credit', 'payout', 'partner_payment');
-- The request that moved the money for a transaction or a top-up, or for itself: at most one.
create unique index approval_request_moved on approval_request (coalesce(topup_id, player_transaction_id, id))
  where state = 'completed' and amount is not null;
create trigger approval_request_ends_once before update on approval_request
  for each row execute function guard_approval_request();
create trigger approval_request_stays before delete or truncate on approval_request
  for each statement execute function refuse_change();
grant insert, update on approval_request to :server;
