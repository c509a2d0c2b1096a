-- Work to do after the transaction that asked for it; any process may take it.
create table job (
  id           uuid        primary key,
  kind         text        not null,
  payload      jsonb       not null,
  run_at       timestamptz not null,
  attempts     integer     not null default 0,
  -- While a worker has it: when to think that worker dead.
  locked_until timestamptz,
  last_error   text,
  -- Given up after the last attempt; kept for a person to look at.
  failed_at    timestamptz,
  created_at   timestamptz not null
);
create index job_due on job (run_at) where failed_at is null;

-- When each recurring piece of work is due next, whoever does it.
create table schedule (
  name        text        primary key,
  next_run_at timestamptz not null
);

-- The layout that rate-limiter-flexible reads and writes.
create table rate_limit (
  key    varchar(255) primary key,
  points integer      not null default 0,
  expire bigint
);

create table used_captcha (
  nonce      text        primary key,
  expires_at timestamptz not null
);

create table setting (
  key   text  primary key,
  value jsonb not null
);
