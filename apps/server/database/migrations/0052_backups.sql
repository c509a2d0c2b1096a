-- Back-ups that were made and could be restored. Where they are is not the database's business: it may be lost with them.
create table backup (
  id           uuid        primary key,
  -- The moment whose state it has.
  made_at      timestamptz not null,
  finished_at  timestamptz not null,
  bytes        bigint      not null check (bytes > 0),
  migration    text        not null,
  -- How many rules of verify its restored copy broke; null when it was not restored.
  broken_rules integer     check (broken_rules >= 0)
);
create index on backup (made_at desc);
