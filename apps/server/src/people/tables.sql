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

-- Tables of earlier rooms refer to these.
alter table session add foreign key (staff_id, agent_id) references staff (id, agent_id);
alter table session add foreign key (shift_id) references shift;
