-- A confirmation no longer writes the state, so these would keep all that was ever open; what is open is not found by them any more.
drop index player_transaction_for_agent, player_transaction_state, player_transaction_aimed, player_transaction_open;
