-- The state of a transaction, from what its row says about its end, and from `open_transaction` and `confirmation`. Null for
-- a transaction that is in neither although it has not ended: its data is damaged, and callers must fail. A table, so that
-- PostgreSQL makes it part of the statement that asks; with limits, so that both stay look-ups by key.
create or replace function state_now(of_id uuid, of_transaction text, ended_as text) returns table (state text)
language sql stable as $$
  select case
    when ended_as is not null then ended_as
    when (select true from open_transaction where transaction_id = of_transaction limit 1) then 'open'
    when (select true from confirmation where player_transaction_id = of_id limit 1) then 'confirmed'
  end
$$;
