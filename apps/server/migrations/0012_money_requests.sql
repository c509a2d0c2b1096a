-- Money that operators move: each request is one transfer, and large ones need a second pair of eyes.

create table money_request (
  -- Made by whoever asks, so that asking again changes nothing.
  id                    uuid        primary key,
  -- The order in which they were asked for.
  number                bigint      generated always as identity unique,
  kind                  text        not null check (kind in
                          ('adjustment', 'settlement', 'payout', 'suspense_credit', 'suspense_return', 'reversal')),
  -- Nobody's only where a top-up that goes back belongs to nobody.
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
  -- Null where nobody else was needed, and where it was withdrawn.
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

-- A request ends once, and what was asked stays as it was when the second looked at it.
create function guard_money_request() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' or new.state = 'waiting' or new.version <> old.version + 1
    or (new.id, new.number, new.kind, new.agent_id, new.topup_id, new.player_transaction_id, new.amount, new.asset,
        new.decimals, new.payload, new.body_hash, new.reason, new.needs_second, new.requested_by, new.requested_at)
      is distinct from
       (old.id, old.number, old.kind, old.agent_id, old.topup_id, old.player_transaction_id, old.amount, old.asset,
        old.decimals, old.payload, old.body_hash, old.reason, old.needs_second, old.requested_by, old.requested_at)
  then
    raise exception 'a money request ends once, and is never made another one' using errcode = 'CB002';
  end if;
  return new;
end $$;
create trigger money_request_ends_once before update on money_request
  for each row execute function guard_money_request();
create trigger money_request_stays before delete or truncate on money_request
  for each statement execute function refuse_change();

create index topup_held on topup (id desc) where state = 'held';
create index topup_held_of_agent on topup (agent_id, id desc) where state = 'held';

-- How many entries an account had at a moment: entries are numbered without gaps, and nearly in the order of their time.
create function entries_before(of_account uuid, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low    bigint := 0;
  high   bigint;
  middle bigint;
begin
  select version into strict high from account where id = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select transfer.created_at from entry join transfer on transfer.id = entry.transfer_id
        where entry.account_id = of_account and entry.account_version = middle) < moment
    then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- Takes a confirmation back: the same lines with the other sign, the day's sums without it, and word to the partner.
-- Answers 'reversed' or why not.
-- Whoever runs the network may also take back what is older than the partner's time for it.
create function reverse_confirmation(
  target uuid, new_transfer_id uuid, event_id uuid, why text, who text, at timestamptz, is_any_age boolean
) returns text language plpgsql as $$
#variable_conflict use_column
declare
  done    confirmation;
  tx      player_transaction;
  service player_service;
  held    account;
  lines   record;
begin
  -- The float first and the transaction second, as confirmations lock them.
  select * into done from confirmation where player_transaction_id = target;
  if not found then
    return 'transaction_not_confirmed';
  end if;
  select account.* into strict held from account join agent on agent.float_id = account.id
  where agent.id = done.agent_id for update of account;
  select * into strict tx from player_transaction where id = target for update;
  select * into strict service from player_service where id = tx.player_service_id;
  if tx.state = 'reversed' then
    return 'transaction_reversed';
  elsif not is_any_age and at > done.finished_at + make_interval(secs => service.reversal_window_s) then
    return 'reversal_too_late';
  elsif done.type = 'withdraw' and held.balance - held.floor < done.amount then
    return 'reversal_not_covered';
  end if;

  select array_agg(new_transfer_id) as transfers, array_agg(account_id) as accounts, array_agg(-amount) as amounts
  into lines from entry where transfer_id = done.transfer_id;
  perform post_transfers('reversal', array[new_transfer_id], array[target::text], array[why], array[at],
    lines.transfers, lines.accounts, lines.amounts);
  update player_transaction set state = 'reversed' where id = target;
  insert into reversal (player_transaction_id, transfer_id, agent_id, reason, asked_by, reversed_at)
  values (target, new_transfer_id, done.agent_id, why, who, at);
  update daily_total set
    deposit_count = deposit_count - case done.type when 'deposit' then 1 else 0 end,
    deposit_sum = deposit_sum - case done.type when 'deposit' then done.amount else 0 end,
    deposit_fee = deposit_fee - case done.type when 'deposit' then done.fee else 0 end,
    withdraw_count = withdraw_count - case done.type when 'withdraw' then 1 else 0 end,
    withdraw_sum = withdraw_sum - case done.type when 'withdraw' then done.amount else 0 end,
    withdraw_fee = withdraw_fee - case done.type when 'withdraw' then done.fee else 0 end
  where agent_id = done.agent_id and day = (done.finished_at at time zone 'UTC')::date;
  insert into outbox_event (id, topic, player_service_id, subject_id, payload, created_at, next_attempt_at)
  select event_id, 'transaction.reversed', tx.player_service_id, target, jsonb_build_object(
    'transaction_id', tx.transaction_id, 'reference', tx.reference, 'type', tx.type, 'state', 'reversed',
    'amount', money_text(tx.amount), 'currency_code', held.asset, 'player_id', tx.player_id,
    'cash_id', agent.cash_id::text, 'reason', why, 'at', extract(epoch from at)::bigint), at, at
  from agent where agent.id = done.agent_id;
  return 'reversed';
end $$;
