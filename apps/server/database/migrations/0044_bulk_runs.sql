-- The same act on many rows of a list, each with its own outcome.
create table bulk_run (
  id          uuid        primary key,
  operator_id uuid        not null references operator,
  -- Made by the caller, so that a repeated press finds the first run.
  key         uuid        not null,
  input_hash  text        not null,
  action      text        not null,
  note        text,
  ip          text,
  total       integer     not null check (total > 0),
  started_at  timestamptz not null,
  finished_at timestamptz,
  unique (operator_id, key)
);
create index bulk_run_age on bulk_run (started_at);

create table bulk_row (
  run_id      uuid    not null references bulk_run on delete cascade,
  place       integer not null,
  subject_id  uuid    not null,
  -- As the operator saw it: a row that has changed since is left alone.
  version     integer not null,
  outcome     text    check (outcome in ('done', 'waiting', 'failed', 'refused')),
  code        text,
  -- What the text of the code needs.
  text_values jsonb,
  primary key (run_id, place)
);
create index bulk_row_to_do on bulk_row (run_id, place) where outcome is null;
