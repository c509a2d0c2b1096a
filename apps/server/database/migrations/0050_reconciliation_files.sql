-- The daily files of partners: made once, signed, and never changed.

-- The first day that has a file; null for a partner that gets none, as the players of demo agents.
alter table player_service add column files_from date default (now() at time zone 'UTC')::date;
update player_service set files_from = null where code = 'demo';

-- What signs the files. Older keys stay, because files that they signed can still be asked for.
create table reconciliation_key (
  -- The start of the SHA-256 of the public key.
  id         text        primary key,
  -- Ed25519, 32 bytes in base64.
  public_key text        not null,
  sealed     text        not null,
  created_at timestamptz not null
);

create table reconciliation_file (
  player_service_id uuid        not null references player_service,
  day               date        not null,
  -- The SHA-256 of the file of the day before; null for the first one.
  previous          text,
  sha256            text        not null,
  size              bigint      not null,
  lines             bigint      not null,
  totals            jsonb       not null,
  key_id            text        not null references reconciliation_key,
  signature         text        not null,
  made_at           timestamptz not null,
  primary key (player_service_id, day)
);
create trigger reconciliation_file_append_only before update or delete or truncate on reconciliation_file
  for each statement execute function refuse_change();

-- The bytes of a file in pieces, each compressed by itself, so that any range can be read.
create table reconciliation_piece (
  player_service_id uuid    not null,
  day               date    not null,
  first_byte        bigint  not null,
  size              integer not null,
  compressed        bytea   not null,
  primary key (player_service_id, day, first_byte),
  foreign key (player_service_id, day) references reconciliation_file deferrable initially deferred
);
alter table reconciliation_piece alter column compressed set storage external;
create trigger reconciliation_piece_append_only before update or delete or truncate on reconciliation_piece
  for each statement execute function refuse_change();

-- Which confirmation or reversal is in the file of which day. One that was written after the file of its day was made is in
-- the next file.
create table reconciliation_line (
  player_service_id     uuid        not null references player_service,
  day                   date        not null,
  at                    timestamptz not null,
  player_transaction_id uuid        not null,
  event                 text        not null check (event in ('confirmed', 'reversed')),
  primary key (player_service_id, day, at, player_transaction_id, event),
  unique (player_transaction_id, event)
);
create trigger reconciliation_line_append_only before update or delete or truncate on reconciliation_line
  for each statement execute function refuse_change();
create index reversal_time on reversal using brin (reversed_at);

-- How far the time of a sandbox was moved forward. The time of a real network can't be moved.
alter table installation add column moved_s bigint not null default 0 check (mode = 'sandbox' or moved_s = 0);
