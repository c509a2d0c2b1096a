-- The double-entry ledger: integers of minor units, append-only. Only the ledger's functions write these tables.

create table account (
  id       uuid   primary key,
  kind     text   not null check (kind in
             ('float', 'commission', 'clearing', 'commission_expense', 'rail', 'adjustment', 'suspense')),
  -- The network's counter-accounts are kept per agent as well, so that locks stay within one agent.
  agent_id uuid,
  -- The player service of a clearing account, the rail of a rail account.
  party    text,
  asset    text   not null,
  balance  bigint not null default 0,
  -- The lowest balance allowed; null for accounts without one.
  floor    bigint,
  version  bigint not null default 0,
  constraint account_above_floor check (floor is null or balance >= floor),
  constraint account_is_one unique nulls not distinct (agent_id, kind, party, asset)
) with (fillfactor = 70);
create trigger account_stays before delete or truncate on account
  for each statement execute function refuse_account_change();
create trigger account_keeps_identity before update of id, kind, agent_id, party, asset on account
  for each statement execute function refuse_account_change();
grant insert, update on account to :server;

create table transfer (
  id         uuid        primary key,
  kind       text        not null check (kind in
               ('confirmation', 'reversal', 'top_up', 'settlement', 'payout', 'adjustment', 'suspense', 'release')),
  -- What the transfer is for. One thing moves money at most once.
  reference  text        not null,
  reason     text,
  created_at timestamptz not null,
  constraint transfer_is_one unique (kind, reference)
);
create index transfer_not_by_players on transfer (created_at) where kind not in ('confirmation', 'reversal');
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();
grant insert on transfer to :server;

create table entry (
  account_id      uuid   not null,
  account_version bigint not null,
  transfer_id     uuid   not null,
  amount          bigint not null check (amount <> 0),
  balance_after   bigint not null,
  primary key (account_id, account_version)
);
create index entry_of_transfer on entry (transfer_id);
create trigger entries_balance after insert on entry
  referencing new table as added for each statement execute function check_entries();
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
grant insert on entry to :server;

-- Entries of floats and commissions that no confirmation made, by kind: a statement finds the few top-ups among 500,000
-- confirmations here. Confirmations have their own running numbers, so they write nothing to this table.
create table entry_by_kind (
  account_id      uuid        not null,
  kind            text        not null,
  account_version bigint      not null,
  amount          bigint      not null,
  -- Of the transfer.
  at              timestamptz not null,
  primary key (account_id, kind, account_version)
);
create trigger entry_by_kind_append_only before update or delete or truncate on entry_by_kind
  for each statement execute function refuse_change();
grant insert on entry_by_kind to :server;
