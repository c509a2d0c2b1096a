-- The people who run the network: their accounts and sessions, what they did, and what waits for a second pair of eyes.

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

-- For whoever lost the second factor: each works once.
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
  -- Null where the program itself acted, or somebody at its command line, who is then named.
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
create index audit_entry_of_operator on audit_entry (operator_id, number desc);
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

create function audit_hash(entry audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.previous_hash, entry.number, (extract(epoch from entry.at) * 1000000)::bigint, entry.operator_id, entry.actor,
    entry.action, entry.subject_kind, entry.subject_id, entry.reason, entry.before, entry.after, entry.ip)::text, 'UTF8')), 'hex')
$$;

create function write_audit(
  new_at timestamptz, new_operator uuid, new_actor text, new_action text, new_kind text, new_subject text,
  new_reason text, new_before jsonb, new_after jsonb, new_ip text
) returns bigint language plpgsql as $$
declare
  last  audit_end;
  entry audit_entry;
begin
  select * into strict last from audit_end for update;
  entry := row(last.number + 1, new_at, new_operator, new_actor, new_action, new_kind, new_subject, new_reason,
               new_before, new_after, new_ip, last.hash, '')::audit_entry;
  entry.hash := audit_hash(entry);
  insert into audit_entry select entry.*;
  update audit_end set number = entry.number, hash = entry.hash;
  return entry.number;
end $$;
