-- Receipts.

-- Receipts that agents have issued. Append-only: a code on paper never leads to another payment.
create table receipt (
  -- Fifteen random characters and a check character.
  code                  text        primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- A payment has one receipt, however often it is printed.
  player_transaction_id uuid        not null unique,
  issued_at             timestamptz not null
);
create trigger receipt_append_only before update or delete or truncate on receipt
  for each statement execute function refuse_change();
grant insert on receipt to :server;
