-- The people who run the network: their accounts, their sessions, and the record of what they did.

create table operator (
  id              uuid        primary key,
  email           text        not null unique,
  name            text        not null,
  role            text        not null check (role in ('support', 'finance', 'risk', 'admin')),
  password_hash   text        not null,
  -- Sealed. Counts once its first code was entered.
  totp_secret     text,
  totp_since      timestamptz,
  -- The period of the last code that was taken: no code works twice.
  totp_last_step  bigint      not null default 0,
  created_at      timestamptz not null,
  disabled_at     timestamptz,
  version         integer     not null default 1
);

-- For an operator who lost the second factor. Each code works once.
create table operator_recovery_code (
  operator_id uuid        not null references operator,
  hash        text        not null,
  used_at     timestamptz,
  primary key (operator_id, hash)
);

create table operator_session (
  id           uuid        primary key,
  operator_id  uuid        not null references operator,
  token_hash   text        not null unique,
  -- What is still missing before anything else may be done.
  needs        text        check (needs in ('code', 'enrolment')),
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  user_agent   text        check (length(user_agent) <= 500),
  ip           text
);
create index operator_session_of_operator on operator_session (operator_id, created_at desc);

-- What operators did, in one chain: each entry carries the hash of the one before it.
create table audit_entry (
  number        bigint      primary key,
  at            timestamptz not null,
  -- Null where the program itself acted, or a person at its command line, who is then named.
  operator_id   uuid        references operator,
  actor         text        not null,
  action        text        not null,
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
create index audit_entry_time on audit_entry (at desc);
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

-- The end of the chain, so that cutting it off is noticed. Its lock puts the entries in their order.
create table audit_end (
  is_one boolean primary key default true check (is_one),
  number bigint  not null,
  hash   text    not null
);
insert into audit_end (number, hash) values (0, '');
