-- What operators decide about agents: their terms, their place in the queue, notes, and how agents are found.

alter table agent
  -- Counts what operators change, so that nobody decides on what they have not seen.
  add column version         integer not null default 1,
  -- Hundredths of a percent; null for the channel's.
  add column deposit_fee_bp  integer check (deposit_fee_bp between 0 and 10000),
  add column withdraw_fee_bp integer check (withdraw_fee_bp between 0 and 10000),
  -- When a pending agent was last asked for something.
  add column asked_at        timestamptz,
  -- 'first last' and 'last first', folded by the program: what lower() does depends on the database's locale.
  add column folded_name     text    not null default '',
  add column folded_surname  text    not null default '';
update agent set folded_name = lower(first_name || ' ' || last_name), folded_surname = lower(last_name || ' ' || first_name);

-- Whose turn it is: first who can be decided, then who was asked for something, then who has not proven their address.
alter table agent add column queue_place smallint not null generated always as (
  case when email_verified_at is null then 2 when asked_at is not null then 1 else 0 end) stored;

-- Lists go by cash_id, which is given in the order of registration.
create index agent_of_status on agent (status, cash_id);
create index agent_of_channel on agent (channel_id, cash_id);
create index agent_of_country on agent (country_code, cash_id);
create index agent_demo on agent (cash_id) where is_demo;
create index agent_queue on agent (queue_place, cash_id) where status = 'pending';

-- Beginnings of words are ranges in the order of bytes, whatever the locale.
create index agent_email_start on agent (email collate "C");
create index agent_name_start on agent (folded_name collate "C");
create index agent_surname_start on agent (folded_surname collate "C");
create index agent_phone_start on agent (phone collate "C");
create index agent_phone_end on agent (reverse(phone) collate "C");

-- What operators tell each other about an agent. The agent never sees it.
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
create trigger agent_status_change_append_only before update or delete or truncate on agent_status_change
  for each statement execute function refuse_change();

-- Sets the lowest balance allowed. A constraint refuses one above the present balance.
create function set_floor(of_account uuid, new_floor bigint) returns void language sql as $$
  update account set floor = new_floor where id = of_account
$$;
