-- The daily files of partners: made once, signed, and never changed.

create table reconciliation_file (
  partner_id uuid        not null references partner,
  day        date        not null,
  sha256     text        not null,
  size       bigint      not null,
  lines      bigint      not null,
  totals     jsonb       not null,
  signature  text        not null,
  made_at    timestamptz not null,
  primary key (partner_id, day)
);
create trigger reconciliation_file_append_only before update or delete or truncate on reconciliation_file
  for each statement execute function refuse_change();
grant insert on reconciliation_file to :server;

-- The bytes of a file in pieces, compressed, so that a large file is sent without holding it in memory.
create table reconciliation_piece (
  partner_id uuid    not null,
  day        date    not null,
  number     integer not null,
  compressed bytea   not null,
  primary key (partner_id, day, number),
  foreign key (partner_id, day) references reconciliation_file deferrable initially deferred
);
alter table reconciliation_piece alter column compressed set storage external;
create trigger reconciliation_piece_append_only before update or delete or truncate on reconciliation_piece
  for each statement execute function refuse_change();
grant insert on reconciliation_piece to :server;

-- Which confirmation or reversal is in the file of which day. One that was written after the file of its day was made is
-- in the next file.
create table reconciliation_line (
  partner_id            uuid        not null references partner,
  day                   date        not null,
  at                    timestamptz not null,
  player_transaction_id uuid        not null,
  event                 text        not null check (event in ('confirmed', 'reversed')),
  primary key (partner_id, day, at, player_transaction_id, event),
  unique (player_transaction_id, event)
);
create trigger reconciliation_line_append_only before update or delete or truncate on reconciliation_line
  for each statement execute function refuse_change();
grant insert on reconciliation_line to :server;
