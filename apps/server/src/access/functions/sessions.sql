-- Whether a session has neither ended nor run out at a moment. One expression, so that PostgreSQL makes it part of the
-- statement that asks.
create or replace function is_in_use(
  ended_at timestamptz, expires_at timestamptz, last_seen_at timestamptz, idle_seconds integer, at timestamptz
) returns boolean language sql stable as $$
  select ended_at is null and expires_at > at and last_seen_at + make_interval(secs => idle_seconds) > at
$$;
