-- The state of a transaction, from the one that is written in its row: a confirmation only takes it out of
-- `open_transaction`. A table, so that PostgreSQL makes it part of the statement that asks; with a limit, so that it stays
-- a look-up by key.
create or replace function state_now(of_transaction text, written text) returns table (state text) language sql stable as $$
  select case
    when written = 'open' and (select true from open_transaction where transaction_id = of_transaction limit 1) is null
      then 'confirmed'
    else written
  end
$$;
