-- What an agent earns at a moment: by their own terms, and otherwise by those of their channel. A table, so that
-- PostgreSQL makes it part of the statement that asks: a step or two into an index.
create or replace function fee_in_force(of_agent uuid, of_type text, at timestamptz) returns table (bp integer)
language sql stable rows 1 as $$
  select coalesce(
    case of_type when 'deposit' then agent.deposit_fee_bp else agent.withdraw_fee_bp end,
    (select case of_type when 'deposit' then fee.deposit_fee_bp else fee.withdraw_fee_bp end from channel_fee as fee
     where fee.channel_id = agent.channel_id and fee.valid_from <= at order by fee.valid_from desc limit 1))
  from agent where agent.id = of_agent
$$;

-- A percentage in hundredths of a percent of an amount, rounded half to even. One expression, so that PostgreSQL makes it
-- part of the statement that asks.
create or replace function fee_of(amount bigint, rate_bp integer) returns bigint language sql immutable as $$
  select (amount * rate_bp + 5000
    - case when amount * rate_bp % 10000 = 5000 and amount * rate_bp / 10000 % 2 = 0 then 1 else 0 end) / 10000
$$;
