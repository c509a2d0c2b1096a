-- A percentage in hundredths of a percent of an amount, rounded half to even. One expression, so that PostgreSQL makes it
-- part of the statement that asks.
create or replace function fee_of(amount bigint, rate_bp integer) returns bigint language sql immutable as $$
  select (amount * rate_bp + 5000
    - case when amount * rate_bp % 10000 = 5000 and amount * rate_bp / 10000 % 2 = 0 then 1 else 0 end) / 10000
$$;
