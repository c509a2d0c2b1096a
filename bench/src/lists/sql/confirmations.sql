insert into confirmation (player_transaction_id, agent_id, number, type_number, type,
  amount, fee, fee_bp, finished_at, session_id, geo_lat, geo_lon, geo_accuracy_m, geo_age_s, ip, key_hash,
  float_id, float_version, float_balance, clearing_id, commission_id, commission_version, commission_balance, expense_id)
select tx.id, tx.agent_id, move.number,
       case tx.type when 'deposit' then move.deposits else move.number - move.deposits end, tx.type, tx.amount,
       move.commission, case tx.type when 'deposit' then 200 else 150 end, move.at, agent.session_id,
       41 + g % 1000 / 1000.0, 69 + g % 999 / 1000.0, 20, 5, '10.0.' || g % 200 || '.' || n % 200,
       hashint8extended(n, 0), agent.float_id, move.float_version, move.float_balance, source.clearing_id,
       case when move.commission > 0 then agent.commission_id end,
       case when move.commission > 0 then move.commission_version end,
       case when move.commission > 0 then move.commission_balance end,
       case when move.commission > 0 then source.expense_id end
from bench_move as move join bench_transaction as tx using (n, g) join bench_agent as agent using (g)
join (select code, open_account(null, 'clearing', 'bench', code, null) as clearing_id,
             open_account(null, 'commission_expense', null, code, null) as expense_id
      from (select distinct currency_code as code from channel) as currency) as source on source.code = agent.currency_code
where move.kind = 'confirmation';

insert into reversal (player_transaction_id, agent_id, reason, requested_by, reversed_at)
select tx.id, tx.agent_id, 'The player asked twice.', 'partner', move.at
from bench_move as move join bench_transaction as tx using (n, g) where move.kind = 'reversal';

-- Sums by agent and day, and by channel and day, with the day of the last count and what was counted on it.
insert into daily_total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee)
select agent.id, total.day, deposits, deposited, deposit_fee, withdrawals, withdrawn, withdraw_fee
from (
  select g, (at at time zone 'UTC')::date as day, count(*) filter (where float < 0) as deposits,
         coalesce(-sum(float) filter (where float < 0), 0) as deposited,
         coalesce(sum(commission) filter (where float < 0), 0) as deposit_fee,
         count(*) filter (where float > 0) as withdrawals,
         coalesce(sum(float) filter (where float > 0), 0) as withdrawn,
         coalesce(sum(commission) filter (where float > 0), 0) as withdraw_fee
  from bench_move where kind = 'confirmation' group by 1, 2) as total
join bench_agent as agent using (g);

insert into network_day (day, channel_id, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee)
select total.day, agent.channel_id, sum(deposit_count), sum(deposit_sum), sum(deposit_fee), sum(withdraw_count),
       sum(withdraw_sum), sum(withdraw_fee)
from daily_total as total join bench_agent as agent on agent.id = total.agent_id group by 1, 2;

update network_state set closed_until = (now() at time zone 'UTC')::date - 1, as_of = now(), hours_until = now();

insert into network_agents (status, count) select status, count(*) from agent where not is_demo group by status;

insert into network_float (currency_code, agents, balance, below_zero, low_float, credit_lines, credit_used, commission)
select currency_code, count(*), sum(float), 0, 0, 0, 0, 0 from bench_move join bench_agent using (g) group by 1;
