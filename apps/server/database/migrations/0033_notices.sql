-- What agents are told: each notice is written with what it tells of. Its words are made when it is read.
create table notice (
  -- In the order of time, so that a page is a range of the index.
  id         uuid        primary key,
  agent_id   uuid        not null references agent,
  kind       text        not null check (kind in
               ('transaction', 'topup', 'status', 'reversal', 'adjustment', 'low_float', 'new_login')),
  data       jsonb       not null,
  created_at timestamptz not null,
  read_at    timestamptz
);
create index notice_of_agent on notice (agent_id, id desc);
create index notice_unread on notice (agent_id, id) where read_at is null;
create index notice_age on notice using brin (created_at);
