-- How operators get in: a link to choose the password, which only the operator knows.

-- Null until the operator has chosen one.
alter table operator alter column password_hash drop not null;

-- Single-use secrets that were sent by mail, kept as hashes.
create table operator_link (
  hash        text        primary key,
  operator_id uuid        not null references operator,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index operator_link_of_operator on operator_link (operator_id);
