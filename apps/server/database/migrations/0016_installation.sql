-- What this database was made for. A sandbox has accounts whose passwords everyone knows, so the two never mix.
create table installation (
  mode       text        primary key check (mode in ('sandbox', 'production')),
  made_at    timestamptz not null default now(),
  is_the_one boolean     not null default true unique check (is_the_one)
);
