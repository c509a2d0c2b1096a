-- What every part of the program uses: the installation, jobs, counters, settings.

-- What this database was made for. A sandbox has accounts with well-known passwords, so the two modes never mix.
create table installation (
  mode       text        primary key check (mode in ('sandbox', 'production')),
  made_at    timestamptz not null default now(),
  -- How far the time of a sandbox was moved forward. The time of a real network can't be moved.
  moved_s    bigint      not null default 0 check (mode = 'sandbox' or moved_s = 0),
  is_the_one boolean     not null default true unique check (is_the_one)
);
grant insert on installation to :server;
grant update (moved_s) on installation to :server;

-- The key for hashes of short secrets, sealed. It stays the same when the server's secrets change.
create table hash_key (
  sealed     text        not null,
  made_at    timestamptz not null default now(),
  is_the_one boolean     primary key default true check (is_the_one)
);
grant insert, update on hash_key to :server;

-- Moves of this network to another database, and the one that brought it here. Only the owner of the tables writes here, also
-- while all other tables are sealed. The server seals the address again when its secrets change.
create table network_move (
  id          uuid        primary key,
  direction   text        not null check (direction in ('away', 'here')),
  phase       text        not null check (phase in ('preparing', 'copying', 'stopping', 'switched', 'finished', 'cancelled')),
  -- Of a move away: where the processes find the network then, sealed.
  address     text        check ((address is not null) = (direction = 'away')),
  -- The name that an earlier copy in the new database got.
  set_aside   text,
  -- The names of the slots of tables that are being copied, as a pattern.
  copy_slots  text,
  started_at  timestamptz not null default clock_timestamp(),
  stopped_at  timestamptz,
  switched_at timestamptz
);
create unique index network_move_under_way on network_move (direction) where phase not in ('finished', 'cancelled');
grant update (address) on network_move to :server;

-- Sealed values that could not be opened when all of them were last tried.
create table unreadable_seal (
  column_name text not null,
  row_id      text not null,
  primary key (column_name, row_id)
);
grant insert, delete on unreadable_seal to :server;

-- Back-ups that were made. Where they are is not stored: this database may be lost with them.
create table backup (
  id           uuid        primary key,
  -- The moment whose state it has.
  made_at      timestamptz not null,
  finished_at  timestamptz not null,
  bytes        bigint      not null check (bytes > 0),
  -- How many rules of verify its restored copy broke; null when it was not restored.
  broken_rules integer     check (broken_rules >= 0)
);
create index on backup (made_at desc);
grant insert on backup to :server;

-- Jumps of a server's clock in seconds: forward, or back when negative.
create table clock_jump (
  noticed_at timestamptz not null,
  host       text        not null,
  seconds    bigint      not null
);
create index clock_jump_noticed on clock_jump (noticed_at);
-- Without a key, replication to another database finds a changed row by all of its values.
alter table clock_jump replica identity full;
grant insert on clock_jump to :server;

-- Steps of setting the network up, and when each was last done.
create table milestone (
  name       text        primary key check (name in ('mail_tested', 'backup_restored', 'checklist_hidden')),
  reached_at timestamptz not null,
  reached_by text        not null
);
grant insert, update on milestone to :server;

-- Work to do after the transaction that requested it. Any process may take it.
create table job (
  id           uuid        primary key,
  kind         text        not null,
  -- Who gets the message, such as a push service; each receiver has a quota. The kind of the job where no one outside does.
  receiver     text        not null default '',
  payload      jsonb       not null,
  run_at       timestamptz not null,
  attempts     integer     not null default 0,
  -- While a worker has it: when to assume that the worker is dead.
  locked_until timestamptz,
  last_error   text,
  -- Given up after the last attempt, and kept for a person to read.
  failed_at    timestamptz,
  created_at   timestamptz not null
);
create index job_due on job (run_at) where failed_at is null;
create index job_of_receiver on job (receiver, run_at) where failed_at is null;
grant insert, update, delete on job to :server;

-- When each recurring piece of work is due next, in any process.
create table schedule (
  name        text        primary key,
  next_run_at timestamptz not null
);
grant insert, update on schedule to :server;

-- The layout that rate-limiter-flexible reads and writes.
create table rate_limit (
  key    varchar(255) primary key,
  points integer      not null default 0,
  expire bigint
);
grant insert, update, delete on rate_limit to :server;

create table used_captcha (
  nonce      text        primary key,
  expires_at timestamptz not null
);
grant insert, delete on used_captcha to :server;

create table setting (
  key   text  primary key,
  value jsonb not null
);
grant insert, update on setting to :server;

-- One version for all settings together, so that two operators don't overwrite each other's changes.
create table setting_version (
  is_one  boolean primary key default true check (is_one),
  version integer not null
);
insert into setting_version (version) values (1);
grant update on setting_version to :server;
