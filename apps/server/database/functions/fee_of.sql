-- A percentage in hundredths of a percent of an amount, rounded half to even.
create or replace function fee_of(amount bigint, rate_bp integer) returns bigint language sql immutable as $$
  select q + case when 2 * r > 10000 or (2 * r = 10000 and q % 2 = 1) then 1 else 0 end
  from (select amount * rate_bp / 10000 as q, amount * rate_bp % 10000 as r) as division
$$;
