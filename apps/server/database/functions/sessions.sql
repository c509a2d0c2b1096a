-- Whether a session has neither ended nor run out at a moment. One expression, so that PostgreSQL makes it part of the
-- statement that asks.
create or replace function is_in_use(
  ended_at timestamptz, expires_at timestamptz, last_seen_at timestamptz, idle_seconds integer, at timestamptz
) returns boolean language sql stable as $$
  select ended_at is null and expires_at > at and last_seen_at + make_interval(secs => idle_seconds) > at
$$;

-- The sessions behind these tokens that have neither ended nor run out, with what decides who may act. Nothing of it is
-- kept between calls. A table, so that PostgreSQL makes it part of the statement that asks.
create or replace function sessions_in_use(hashes text[], at timestamptz)
returns table (
  token_hash text, session_id uuid, agent_id uuid, last_seen_at timestamptz, status text, is_demo boolean,
  is_off_maintenance boolean)
language sql stable as $$
  select session.token_hash, session.id, session.agent_id, session.last_seen_at, agent.status, agent.is_demo,
         coalesce((select value = 'true' from setting where key = 'is_off_maintenance'), true)
  from session join agent on agent.id = session.agent_id
  where session.token_hash = any (hashes) and is_in_use(
    ended_at => session.ended_at, expires_at => session.expires_at, last_seen_at => session.last_seen_at,
    idle_seconds => session.idle_seconds, at => at)
$$;
