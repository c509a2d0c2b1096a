-- People who work at an agent's point: who they are, the phones they share, and their shifts.

-- Someone whom the owner lets confirm at one point.
create table staff (
  id            integer     generated always as identity primary key,
  agent_id      uuid        not null references agent,
  -- Who logs in with an address; null for those who only have a PIN.
  person_id     uuid        references person,
  name          text        not null,
  -- Folded by the program: what lower() does depends on the database's locale.
  folded_name   text        not null,
  rights        text[]      not null,
  -- In minor units of the channel currency; null for no limit.
  max_amount    bigint      check (max_amount > 0),
  max_per_shift bigint      check (max_per_shift > 0),
  -- Argon2. Null until they have chosen one at the shop's phone.
  pin_hash      text,
  pin_set_at    timestamptz,
  created_at    timestamptz not null,
  stopped_at    timestamptz,
  version       integer     not null default 1,
  unique (id, agent_id)
);
-- Two people of one name could not be told apart on the lock screen.
create unique index staff_name_is_one on staff (agent_id, folded_name) where stopped_at is null;
create index staff_of_agent on staff (agent_id, id);
create index staff_of_person on staff (person_id) where person_id is not null;
grant insert, update on staff to :server;

-- From its opening to its closing everything that one person confirms at one point is of one shift. It has rights and limits
-- of its own, so that a confirmation reads one row. All changes are made under the lock of the agent's float.
create table shift (
  id            integer     generated always as identity primary key,
  agent_id      uuid        not null references agent,
  -- Null for the owner's.
  staff_id      integer,
  rights        text[]      not null,
  max_amount    bigint,
  max_per_shift bigint,
  -- What was confirmed in it; counted only while there is a limit for the shift.
  used          bigint      not null default 0,
  opened_at     timestamptz not null,
  closed_at     timestamptz,
  -- The name of who closed it; null for the clock.
  closed_by     text,
  end_kind      text        check (end_kind in ('counted', 'handed_over', 'uncounted', 'forced', 'log_out')),
  -- Its confirmations are among these numbers of the agent's. The last is null while it is open.
  first_number  integer     not null,
  last_number   integer,
  foreign key (staff_id, agent_id) references staff (id, agent_id),
  constraint shift_ends_whole check (num_nulls(closed_at, end_kind, last_number) in (0, 3))
) with (fillfactor = 70);
create unique index shift_open on shift (agent_id, coalesce(staff_id, 0)) where closed_at is null;
create index shift_of_agent on shift (agent_id, id desc);
grant insert, update on shift to :server;

-- A phone that stays in the shop. Whoever works there unlocks it with a PIN, which is of no use on another.
create table shop_device (
  id           uuid        primary key,
  agent_id     uuid        not null references agent,
  name         text        not null,
  -- Of the code that enrols it: once, and soon.
  code_hash    text        unique,
  code_until   timestamptz not null,
  -- Null until it is enrolled; only the phone has the token itself.
  token_hash   text        unique,
  enrolled_at  timestamptz,
  last_seen_at timestamptz,
  revoked_at   timestamptz,
  -- Wrong PINs of all people since a moment. After too many the phone takes none until the owner trusts it again.
  wrong_pins   integer     not null default 0,
  wrong_since  timestamptz
);
create index shop_device_of_agent on shop_device (agent_id);
grant insert, update on shop_device to :server;

-- With its code somebody chooses a PIN on a phone of the shop, once and soon.
create table staff_invitation (
  hash          text        primary key,
  agent_id      uuid        not null references agent,
  -- Who gets a new PIN; null for somebody new.
  staff_id      integer,
  -- Who invited; null for the owner. Withdrawn when they are stopped.
  invited_by    integer,
  name          text        not null,
  rights        text[]      not null,
  max_amount    bigint,
  max_per_shift bigint,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  withdrawn_at  timestamptz,
  foreign key (staff_id, agent_id) references staff (id, agent_id),
  foreign key (invited_by, agent_id) references staff (id, agent_id)
);
create index staff_invitation_of_agent on staff_invitation (agent_id) where used_at is null and withdrawn_at is null;
grant insert, update, delete on staff_invitation to :server;

-- PINs that one person got wrong on one phone since the last right one.
create table pin_guess (
  device_id    uuid        references shop_device,
  staff_id     integer     references staff,
  wrong        integer     not null,
  -- No PIN is taken before.
  locked_until timestamptz,
  primary key (device_id, staff_id)
);
grant insert, update, delete on pin_guess to :server;

-- Tables of earlier rooms refer to these.
alter table session add foreign key (staff_id, agent_id) references staff (id, agent_id);
alter table session add foreign key (shift_id) references shift;
alter table session add foreign key (device_id) references shop_device;
