-- How much a float lacks for a transaction: only a deposit takes from it. Asked by the look-up and the confirmation.
create or replace function missing_float(type text, amount bigint, available bigint) returns bigint language sql immutable as $$
  select case when type = 'deposit' and amount > available then amount - available else 0 end
$$;
