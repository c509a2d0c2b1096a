-- A new e-mail address that an agent has asked for. It counts once the link sent to it was used; the link sent to the old
-- address stops the change, also for some days afterwards.
create table email_change (
  id           uuid        primary key,
  agent_id     uuid        not null references agent,
  old_email    text        not null,
  new_email    text        not null,
  -- The session that asked, which goes on when the others end.
  session_id   uuid        not null,
  requested_at timestamptz not null,
  confirm_hash text        not null unique,
  confirm_by   timestamptz not null,
  stop_hash    text        not null unique,
  stop_by      timestamptz not null,
  confirmed_at timestamptz,
  stopped_at   timestamptz
);
-- A new request takes the place of one that waits.
create unique index email_change_waiting on email_change (agent_id) where confirmed_at is null and stopped_at is null;
create index email_change_of_agent on email_change (agent_id, requested_at desc);
