-- What every part of the program uses: jobs, counters, settings, texts.

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

-- When each recurring piece of work is due next, in whichever process.
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

-- One version for all settings together, so that two operators don't change them past each other.
create table setting_version (
  is_one  boolean primary key default true check (is_one),
  version integer not null
);
insert into setting_version (version) values (1);

-- An operator's text in place of the one that came with the program.
create table translation_override (
  language   text        not null,
  key        text        not null,
  text       text        not null,
  changed_by text        not null,
  changed_at timestamptz not null,
  version    integer     not null,
  primary key (language, key)
);

-- Countries and messengers that are not offered at registration. Agents who have them keep them.
create table withheld_choice (
  kind text not null check (kind in ('country', 'messenger')),
  code text not null,
  primary key (kind, code)
);
