-- Agents, which are cashboxes at a point, and what operators noted about them.

create sequence cash_id start 100001;

create table agent (
  id                uuid        primary key,
  -- Assigned in the order of registration; lists go by it.
  cash_id           bigint      not null unique default nextval('cash_id'),
  channel_id        uuid        not null,
  status            text        not null check (status in ('approved', 'pending', 'suspended', 'rejected', 'blocked')),
  note              text,
  is_demo           boolean     not null default false,
  owner_id          uuid        not null,
  -- As in person: the queue is sorted by it.
  is_email_verified boolean     not null,
  -- The terms that the agent agreed to; null for demo agents.
  terms_version     text        references terms_of_use,
  first_name        text        not null,
  last_name         text        not null,
  -- 'first last' and 'last first', folded by the program: what lower() does depends on the database's locale.
  folded_name       text        not null default '',
  folded_surname    text        not null default '',
  phone             text,
  messenger         text,
  messenger_id      text,
  country_code      text,
  city              text,
  street            text,
  geo_lat           double precision check (geo_lat between -90 and 90),
  geo_lon           double precision check (geo_lon between -180 and 180),
  geo_area          integer     not null default 0 check (geo_area >= 0),
  timezone          text        not null default 'UTC',
  -- Limits in minor units of the channel currency; null for none.
  max_amount        bigint      check (max_amount > 0),
  daily_limit       bigint      check (daily_limit > 0),
  -- Hundredths of a percent; null for the channel's.
  deposit_fee_bp    integer     check (deposit_fee_bp between 0 and 10000),
  withdraw_fee_bp   integer     check (withdraw_fee_bp between 0 and 10000),
  float_id          bigint      not null references account,
  commission_id     bigint      not null references account,
  created_at        timestamptz not null,
  -- When operators last asked the agent for information.
  info_requested_at timestamptz,
  -- Ready for review first, then agents who were asked for something, then agents without a verified address.
  queue_place       smallint    not null generated always as (
                      case when not is_email_verified then 2 when info_requested_at is not null then 1 else 0 end) stored,
  -- The last UTC day with a confirmation, as a worker has counted it; null before the first.
  last_active_on    date,
  -- Counts what operators change, so that nobody decides on an outdated page.
  version           integer     not null default 1,
  foreign key (owner_id, is_demo) references person (id, is_demo)
);
create index agent_of_owner on agent (owner_id, cash_id);
create index agent_of_status on agent (status, cash_id);
create index agent_of_channel on agent (channel_id, cash_id);
create index agent_of_country on agent (country_code, cash_id);
create index agent_demo on agent (cash_id) where is_demo;
create index agent_queue on agent (queue_place, cash_id) where status = 'pending';
-- Who has not worked for the longest time; from the registration on, if never.
create index agent_inactive on agent (coalesce(last_active_on, (created_at at time zone 'UTC')::date), cash_id)
  where status = 'approved';
create index agent_last_active on agent (last_active_on);
-- Beginnings of words are ranges in the order of bytes, in any locale.
create index agent_name_start on agent (folded_name collate "C");
create index agent_surname_start on agent (folded_surname collate "C");
create index agent_phone_start on agent (phone collate "C");
create index agent_phone_end on agent (reverse(phone) collate "C");
grant insert, update on agent to :server;

create table agent_status_change (
  id         uuid        primary key,
  -- The order in which they were made, whatever the clocks of the machines say.
  number     bigint      generated always as identity unique,
  agent_id   uuid        not null references agent,
  status     text        not null,
  -- Shown to the agent.
  note       text,
  -- Only operators see it.
  reason     text,
  changed_by text        not null,
  -- The role of the operator at that time; null if the change was not made in the console.
  role       text,
  changed_at timestamptz not null
);
create index agent_status_change_of_agent on agent_status_change (agent_id, changed_at desc);
create trigger agent_status_change_append_only before update or delete or truncate on agent_status_change
  for each statement execute function refuse_change();
grant insert on agent_status_change to :server;

-- Notes of operators about an agent. The agent never sees them.
create table agent_note (
  id          uuid        primary key,
  agent_id    uuid        not null references agent,
  operator_id uuid        not null references operator,
  author      text        not null,
  text        text        not null,
  written_at  timestamptz not null
);
create index agent_note_of_agent on agent_note (agent_id, id desc);
create trigger agent_note_append_only before update or delete or truncate on agent_note
  for each statement execute function refuse_change();
grant insert on agent_note to :server;

-- Single-use secrets that were sent by mail.
create table mail_link (
  hash       text        primary key,
  purpose    text        not null check (purpose in ('verify-email', 'demo', 'reset-password')),
  person_id  uuid        not null references person,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index mail_link_of_person on mail_link (person_id, purpose);
grant insert, update, delete on mail_link to :server;

-- A new e-mail address that a person has requested. The link sent to it confirms the change; the link sent to the old
-- address stops it, also for some days afterwards.
create table email_change (
  id           uuid        primary key,
  person_id    uuid        not null references person,
  old_email    text        not null,
  new_email    text        not null,
  -- The session that requested it, which stays signed in when the others end.
  session_id   uuid        not null,
  requested_at timestamptz not null,
  confirm_hash text        not null unique,
  confirm_by   timestamptz not null,
  stop_hash    text        not null unique,
  stop_by      timestamptz not null,
  confirmed_at timestamptz,
  stopped_at   timestamptz
);
-- A new request replaces a waiting one.
create unique index email_change_waiting on email_change (person_id) where confirmed_at is null and stopped_at is null;
create index email_change_of_person on email_change (person_id, requested_at desc);
grant insert, update on email_change to :server;

-- Tables of earlier rooms refer to these.
alter table session add foreign key (agent_id) references agent;
alter table notice add foreign key (agent_id) references agent;
alter table notice_setting add foreign key (agent_id) references agent;
alter table push_device add foreign key (agent_id) references agent;
alter table approval_request add foreign key (agent_id) references agent;
