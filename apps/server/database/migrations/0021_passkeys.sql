-- Passkeys of operators, a second factor beside the codes of an app.

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

-- What the device has to sign, once and soon.
alter table operator_session
  add column passkey_challenge text,
  add column passkey_challenge_until timestamptz;
