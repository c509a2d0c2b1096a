-- Who may call: operators with their second factors, sessions, keys of partners, and the audit of what operators did.

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

create table partner_key (
  id             text        primary key,
  partner_id     uuid        not null,
  -- Two at a time, so that keys can be rotated without a gap.
  slot           integer     not null check (slot in (1, 2)),
  -- Sealed: to check a signature the secret itself is needed. Null for a key of which only the partner has the secret part.
  secret         text,
  -- Ed25519, 32 bytes in base64.
  public_key     text,
  permissions    text[]      not null,
  -- Addresses that may use it; null for any.
  address_ranges cidr[],
  created_at     timestamptz not null,
  -- When a second operator approved it, after the partner got the secret. The key is refused before.
  activated_at   timestamptz,
  -- When the key last signed a call, to the minute.
  last_used_at   timestamptz,
  -- Until when the key works, once a newer one replaces it.
  expires_at     timestamptz,
  disabled_at    timestamptz,
  -- The key that the partner replaced with this one; null if an operator made it.
  replaces       text        references partner_key,
  constraint partner_key_signs_one_way check (num_nonnulls(secret, public_key) = 1)
);
create unique index partner_key_slot on partner_key (partner_id, slot) where disabled_at is null;
grant insert, update on partner_key to :server;

-- IDs of requests that were accepted, so that none is accepted twice.
create table partner_request (
  key_id     text        not null,
  request_id text        not null,
  -- When the timestamp of the request is certainly too old, even if that timestamp was in the future.
  forget_at  timestamptz not null,
  primary key (key_id, request_id)
);
create index partner_request_age on partner_request using brin (forget_at);
grant insert, delete on partner_request to :server;

-- Who logs in to the agents' app: the owner of one point or of several.
create table person (
  id                uuid        primary key,
  email             text        not null,
  is_demo           boolean     not null default false,
  email_verified_at timestamptz,
  password_hash     text        not null,
  -- Of their letters and notices.
  language          text        not null default 'en',
  created_at        timestamptz not null,
  -- Who tried the demo may register with the same address.
  constraint person_email_is_one unique (email, is_demo),
  -- What a demo owns is a demo.
  unique (id, is_demo)
);
-- Beginnings of addresses are ranges in the order of bytes, in any locale.
create index person_email_start on person (email collate "C");
grant insert, update on person to :server;

create table session (
  id           uuid        primary key,
  -- The point that this token works at.
  agent_id     uuid        not null,
  -- Null for staff who only have a PIN.
  person_id    uuid        references person,
  -- Null for the owner of the point.
  staff_id     integer,
  -- The phone of the shop that it is on.
  device_id    uuid,
  -- The shift that its confirmations count in.
  shift_id     integer,
  -- SHA-256 of the token; only the browser has the token itself.
  token_hash   text        not null unique,
  remember     boolean     not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  idle_seconds integer     not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  fingerprint  text,
  user_agent   text        check (length(user_agent) <= 500),
  ip           text,
  constraint session_is_someones check (num_nonnulls(person_id, staff_id) > 0)
);
create index session_of_agent on session (agent_id, created_at desc);
create index session_of_shift on session (shift_id) where shift_id is not null;
create index session_of_device on session (device_id) where device_id is not null;
create index session_of_staff on session (staff_id) where staff_id is not null;
create index session_of_person on session (person_id, created_at desc);
grant insert, update, delete on session to :server;

-- What the network signs with: daily files, statements of account, webhooks.
create table signing_key (
  -- Ed25519, 32 bytes in base64.
  public_key text    not null,
  sealed     text    not null,
  is_the_one boolean primary key default true check (is_the_one)
);
grant insert, update on signing_key to :server;
