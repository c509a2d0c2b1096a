-- What is open, apart from the wide row that people search: who closes a transaction takes it away here, so a confirmation
-- has no index of that row to write, and what is open is found without going through what was. The row here is also the
-- lock for whoever wants to close a transaction or change it while it is open.
create table open_transaction (
  transaction_id text        primary key,
  id             uuid        not null,
  agent_id       uuid,
  created_at     timestamptz not null,
  expires_at     timestamptz not null
);

-- First, so that nothing is opened or closed between the copy and the triggers.
create trigger player_transaction_opens after insert on player_transaction
  referencing new table as added for each statement execute function note_opened();
-- Whoever writes another state has closed it here too, and what it is found by stays the same in both.
create trigger player_transaction_changes after update of state, agent_id, created_at, expires_at on player_transaction
  for each row when (old.state = 'open') execute function note_changed();

insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at)
select transaction_id, id, agent_id, created_at, expires_at from player_transaction where state = 'open';

create index open_transaction_due on open_transaction (expires_at);
create index open_transaction_newest on open_transaction (created_at, id);
create index open_transaction_for_agent on open_transaction (agent_id, created_at, id) where agent_id is not null;

-- What has ended without money, or was taken back.
create index player_transaction_ended on player_transaction (state, created_at, id)
  where state in ('expired', 'cancelled', 'reversed');
create index player_transaction_ended_for_agent on player_transaction (agent_id, state, created_at, id)
  where agent_id is not null and state in ('expired', 'cancelled');
