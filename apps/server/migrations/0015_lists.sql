-- What operators look for is found as quickly however much there is of everything else.

-- By state, so that an agent's few open ones are not looked for among all that has expired.
drop index player_transaction_aimed;
create index player_transaction_aimed on player_transaction (agent_id, state, created_at, id)
  where agent_id is not null and state not in ('confirmed', 'reversed');
-- Whoever has many transactions need not have many open ones. Without this PostgreSQL believes so, and for one agent's
-- reads what is open of all agents.
create statistics player_transaction_agent_state (mcv) on agent_id, state from player_transaction;

create index audit_entry_of_action on audit_entry (action, number desc);
create index audit_entry_of_subject_id on audit_entry (subject_id, number desc);
