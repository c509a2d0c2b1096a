-- Operators: their accounts, second factors and sessions, their saved views, and the audit of what they did.

create table operator (
  id               uuid        primary key,
  email            text        not null unique,
  name             text        not null,
  role             text        not null check (role in ('support', 'finance', 'risk', 'admin')),
  -- Null until the operator has chosen one.
  password_hash    text,
  -- Sealed. Counts once its first code was entered.
  totp_secret      text,
  totp_since       timestamptz,
  -- The period of the last code that was accepted: no code works twice.
  totp_last_step   bigint      not null default 0,
  -- How many periods of 30 seconds the clock of the operator's phone is off.
  totp_offset      smallint    not null default 0,
  -- The period of the last code that was right for a period beside the expected one.
  totp_missed_step bigint,
  -- Of the console and of e-mails; null until one is chosen.
  language         text        check (language in ('en', 'ru', 'es', 'fr', 'tr', 'ar')),
  created_at       timestamptz not null,
  disabled_at      timestamptz,
  version          integer     not null default 1
);
grant insert, update on operator to :server;

-- For an operator who lost the second factor. Each code works once.
create table operator_recovery_code (
  operator_id uuid        not null references operator,
  hash        text        not null,
  used_at     timestamptz,
  primary key (operator_id, hash)
);
grant insert, update, delete on operator_recovery_code to :server;

-- Passkeys: a second factor beside the codes of an app.
create table operator_passkey (
  id            uuid        primary key,
  operator_id   uuid        not null references operator,
  credential_id text        not null unique,
  public_key    text        not null,
  -- As its device last counted; a smaller number comes from a copy.
  counter       bigint      not null,
  transports    text[]      not null,
  name          text        not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index operator_passkey_of_operator on operator_passkey (operator_id);
grant insert, update, delete on operator_passkey to :server;

-- Links to choose a password, sent by mail. Each works once and is stored as a hash.
create table operator_link (
  hash        text        primary key,
  operator_id uuid        not null references operator,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index operator_link_of_operator on operator_link (operator_id);
grant insert, update, delete on operator_link to :server;

create table operator_session (
  id                      uuid        primary key,
  operator_id             uuid        not null references operator,
  token_hash              text        not null unique,
  -- What is still missing before the session may do anything else.
  needs                   text        check (needs in ('code', 'enrolment')),
  -- What a passkey has to sign, once and soon.
  passkey_challenge       text,
  passkey_challenge_until timestamptz,
  created_at              timestamptz not null,
  last_seen_at            timestamptz not null,
  expires_at              timestamptz not null,
  ended_at                timestamptz,
  user_agent              text        check (length(user_agent) <= 500),
  ip                      text
);
create index operator_session_of_operator on operator_session (operator_id, created_at desc);
grant insert, update, delete on operator_session to :server;

-- What each operator moved, approved or granted as credit on a UTC day, in hundredths of the asset.
create table operator_day (
  operator_id uuid    not null references operator,
  day         date    not null,
  asset       text    not null,
  amount      numeric not null check (amount > 0),
  primary key (operator_id, day, asset)
);
grant insert, update on operator_day to :server;

-- Filters, order and columns of a list of the console, saved under a name.
create table list_view (
  id          uuid        primary key,
  list        text        not null,
  operator_id uuid        not null references operator,
  name        text        not null check (name <> ''),
  params      jsonb       not null,
  -- Null: the columns that the operator has chosen for the list.
  columns     jsonb,
  version     integer     not null default 1,
  created_at  timestamptz not null,
  -- Deleted, and kept for a time so that it can be restored.
  deleted_at  timestamptz
);
create unique index list_view_name on list_view (operator_id, list, lower(name)) where deleted_at is null;
create index list_view_deleted on list_view (deleted_at) where deleted_at is not null;
grant insert, update, delete on list_view to :server;

-- An operator's choices for a list.
create table list_setting (
  operator_id uuid not null references operator,
  list        text not null,
  columns     jsonb,
  default_id  uuid references list_view on delete set null,
  primary key (operator_id, list)
);
create index list_setting_default on list_setting (default_id) where default_id is not null;
grant insert, update on list_setting to :server;

-- What operators did, in one chain: each entry carries the hash of the one before it.
create table audit_entry (
  number        bigint      primary key,
  at            timestamptz not null,
  -- Its clock was behind that of an earlier entry. The audit is listed by number, which is otherwise the order of time;
  -- the mark lets a list find the last number until a moment.
  is_behind     boolean     not null default false,
  -- Null where the program itself acted, or a person at its command line, who is then named in actor.
  operator_id   uuid        references operator,
  actor         text        not null,
  action        text        not null,
  -- Log-ins, exports and saved views, which lists can leave out.
  is_routine    boolean     not null generated always as (action in (
                  'export.begin', 'export.end', 'operator.log-in', 'view.change', 'view.delete', 'view.restore',
                  'view.save')) stored,
  subject_kind  text        not null,
  subject_id    text        not null,
  reason        text,
  before        jsonb,
  after         jsonb,
  ip            text,
  previous_hash text        not null,
  hash          text        not null
);
create index audit_entry_of_subject on audit_entry (subject_kind, subject_id, number desc);
create index audit_entry_of_subject_id on audit_entry (subject_id, number desc);
create index audit_entry_of_operator on audit_entry (operator_id, number desc);
create index audit_entry_of_action on audit_entry (action, number desc);
create index audit_entry_without_routine on audit_entry (number desc) where not is_routine;
create index audit_entry_of_operator_without_routine on audit_entry (operator_id, number desc) where not is_routine;
create index audit_entry_time on audit_entry (at desc);
create index audit_entry_behind on audit_entry (number desc) where is_behind;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
grant insert on audit_entry to :server;

-- The end of the chain, so that a chain that was cut off is noticed. Its lock puts the entries in their order.
create table audit_end (
  is_one    boolean     primary key default true check (is_one),
  number    bigint      not null,
  hash      text        not null,
  latest_at timestamptz
);
insert into audit_end (number, hash) values (0, '');
grant update on audit_end to :server;
