-- The daily files of partners: made once, signed, and never changed.

-- Keys that sign the files. Older keys stay, because the files that they signed can still be downloaded.
create table reconciliation_key (
  -- The start of the SHA-256 of the public key.
  id         text        primary key,
  -- Ed25519, 32 bytes in base64.
  public_key text        not null,
  sealed     text        not null,
  created_at timestamptz not null,
  -- From when on it signs. It is listed before, so that partners who store the keys have it in time.
  signs_from timestamptz not null default now()
);
grant insert, update on reconciliation_key to :server;

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
grant insert on reconciliation_file to :server;

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
grant insert on reconciliation_piece to :server;

-- Which confirmation or reversal is in the file of which day. One that was written after the file of its day was made is
-- in the next file.
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
grant insert on reconciliation_line to :server;
