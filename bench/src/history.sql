-- An agent with :rows confirmations spread over this month, after the adjustment that gave the float. For reading only: written
-- without triggers.

with tx as (
  insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, body_hash,
                                  security_code_hash, created_at, expires_at)
  select uuidv7(), 'H' || :index || '-' || n, (select id from partner limit 1), (select id from channel limit 1),
         case n % 2 when 1 then 'deposit' else 'withdraw' end, 1000, 'player', n, case n % 2 when 0 then 'none' end, now(), now()
  from generate_series(1, :rows) as n
  returning id, type, body_hash as n)
insert into confirmation (player_transaction_id, agent_id, number, type_number, type, amount, fee, fee_bp,
                          finished_at, float_id, float_version, float_balance, clearing_id, commission_id,
                          commission_version, commission_balance, expense_id)
select tx.id, agent.id, n, (n + 1) / 2, tx.type, 1000, 20, 200,
       date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + n * (interval '28 days' / :rows),
       agent.float_id, n + 1, 1000000000000 - n % 2 * 1000, source.id, agent.commission_id, n, n * 20, expense.id
from tx, agent, open_account(null, 'clearing', 'bench', 'UZS', null) as source (id),
     open_account(null, 'commission_expense', null, 'UZS', null) as expense (id)
where agent.id = ':agent';

insert into daily_total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee)
select agent_id, (finished_at at time zone 'UTC')::date,
       count(*) filter (where type = 'deposit'), coalesce(sum(amount) filter (where type = 'deposit'), 0),
       coalesce(sum(fee) filter (where type = 'deposit'), 0),
       count(*) filter (where type = 'withdraw'), coalesce(sum(amount) filter (where type = 'withdraw'), 0),
       coalesce(sum(fee) filter (where type = 'withdraw'), 0)
from confirmation where agent_id = ':agent' group by 1, 2;

update account set version = last.number, balance = last.balance
from (
  select distinct on (account_id) account_id, number, balance from statement_line
  where account_id in (select unnest(array[float_id, commission_id]) from agent where id = ':agent') and number is not null
  order by account_id, number desc) as last
where account.id = last.account_id;

update movement set at = date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' where reference = ':agent';
