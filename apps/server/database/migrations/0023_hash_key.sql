-- The key that hashes of short secrets are made with, sealed like all secrets that are needed again. It stays the same when
-- the server's secrets change.
create table hash_key (
  sealed     text        not null,
  made_at    timestamptz not null default now(),
  is_the_one boolean     primary key default true check (is_the_one)
);
-- Few withdrawals have a sealed code, and all of them are looked for at every start.
create index player_transaction_sealed on player_transaction (id) where sealed_code is not null;
-- The hashes of bodies hid a six-digit code without a key. A request that is sent again across the upgrade is judged again.
delete from idempotency_key;
