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
