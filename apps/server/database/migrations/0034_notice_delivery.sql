-- How agents wish to be told, beside the inbox. Without a row: push messages of every kind, no e-mail, no quiet hours.
create table notice_setting (
  agent_id    uuid        primary key references agent,
  push_kinds  text[]      not null,
  email_kinds text[]      not null,
  -- Minutes since midnight in the agent's time zone; the second may be earlier than the first.
  quiet_from  smallint    check (quiet_from between 0 and 1439),
  quiet_until smallint    check (quiet_until between 0 and 1439),
  -- Below it the balance is low, in minor units; null for no warning.
  low_float   bigint      check (low_float > 0),
  -- Since when the agent knows that it is low.
  low_since   timestamptz,
  constraint quiet_hours_are_whole check ((quiet_from is null) = (quiet_until is null))
);
create index notice_setting_low on notice_setting (agent_id) where low_float is not null;

-- Browsers that show push messages. Each belongs to the session that asked for it, and goes with it.
create table push_device (
  id         uuid        primary key,
  agent_id   uuid        not null references agent,
  session_id uuid        not null references session on delete cascade,
  -- Where the browser's push service takes messages for it.
  endpoint   text        not null unique,
  p256dh     text        not null,
  auth       text        not null,
  created_at timestamptz not null
);
create index push_device_of_agent on push_device (agent_id, id);
create index push_device_of_session on push_device (session_id);
create trigger session_end_forgets_devices after update of ended_at on session
  for each row when (new.ended_at is not null) execute function forget_push_devices();

-- The key that push services know this server by. Browsers are bound to it, so it stays the same.
create table push_key (
  public_key text    not null,
  sealed     text    not null,
  is_the_one boolean primary key default true check (is_the_one)
);
