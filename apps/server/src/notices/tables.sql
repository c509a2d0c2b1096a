-- Notices to agents: the inbox, push messages and e-mails.

-- Each notice is written in the transaction of the event it reports. Its text is made when it is read.
create table notice (
  -- In the order of time, so that a page is a range of the index.
  id         uuid        primary key,
  agent_id   uuid        not null,
  kind       text        not null check (kind in
               ('transaction', 'topup', 'status', 'reversal', 'adjustment', 'low_float', 'new_login')),
  data       jsonb       not null,
  created_at timestamptz not null,
  read_at    timestamptz
);
create index notice_of_agent on notice (agent_id, id desc);
create index notice_unread on notice (agent_id, id) where read_at is null;
create index notice_age on notice using brin (created_at);
grant insert, update, delete on notice to :server;

-- How an agent gets notices beside the inbox. Without a row: push messages of every kind, no e-mail, no quiet hours.
create table notice_setting (
  agent_id    uuid        primary key,
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
grant insert, update on notice_setting to :server;

-- Browsers that show push messages. Each belongs to the session that registered it, and is deleted with it.
create table push_device (
  id         uuid        primary key,
  agent_id   uuid        not null,
  session_id uuid        not null references session on delete cascade,
  -- Where the browser's push service accepts messages for it.
  endpoint   text        not null unique,
  p256dh     text        not null,
  auth       text        not null,
  created_at timestamptz not null
);
create index push_device_of_agent on push_device (agent_id, id);
create index push_device_of_session on push_device (session_id);
grant insert, delete on push_device to :server;

-- The key by which push services know this server. Browsers are bound to it, so it stays the same.
create table push_key (
  public_key text    not null,
  sealed     text    not null,
  is_the_one boolean primary key default true check (is_the_one)
);
grant insert, update on push_key to :server;

create trigger session_end_forgets_devices after update of ended_at on session
  for each row when (new.ended_at is not null) execute function forget_push_devices();
