-- One of a hundred is held, and some of the newest are on their way.
create unlogged table bench_topup as
select n, at, bench_id(at, 32, n) as id, agent.g, agent.id as agent_id, agent.currency_code,
       case when n > 0.999 * :topups then 'confirming' when luck < 0.01 then 'held' when luck < 0.015 then 'returned'
            else 'credited' end as state, 100 * floor(10 ^ (2 + 3 * bench_share(n, 42)))::bigint as amount
from (select n, now() - interval '730 days' * (1 - n::float8 / :topups) - interval '1 minute' as at, bench_share(n, 41) as luck
      from generate_series(1, :topups::integer) as n) as drawn
join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 43) ^ 2)::integer;

insert into topup (id, agent_id, rail, reference, state, reason, coin, units, decimals, sender, txid, confirmations,
  currency_code, rate, offset_percent, rounding, received, seen_at, finished_at)
select id, case when state <> 'held' or n % 20 > 0 then agent_id end,
       case when n % 5 = 0 then 'perfect-money' else 'tron' end, 'reference-' || n, state,
       case when state = 'held' then
         (array['below_minimum', 'below_minimum', 'no_rate', 'providers_disagree', 'order_expired'])[1 + n % 5] end,
       case when n % 5 = 0 then 'USD' else 'USDT' end, amount * 100, 6, 'T' || md5(n::text), md5(n::text), 19,
       case when state = 'credited' then currency_code end, case when state = 'credited' then 1 end,
       case when state = 'credited' then 0 end, case when state = 'credited' then 'down' end,
       case when state = 'credited' then amount end, at,
       case when state in ('credited', 'returned') then at + interval '3 minutes' end
from bench_topup order by n;

-- The newest wait; what was done has moved money, but for what went back.
insert into approval_request (id, kind, subject_kind, subject_id, subject_name, agent_id, topup_id, player_transaction_id, amount, asset, decimals, payload,
  body_hash, reason, state, needs_approval, requested_by, requested_at, decided_by, decided_at, failure)
select bench_id(drawn.at, 48, drawn.n), drawn.kind,
       case drawn.kind when 'topup_return' then 'topup' when 'reversal' then 'transaction' else 'agent' end,
       case drawn.kind when 'topup_return' then topup.id when 'reversal' then tx.id else agent.id end::text,
       'Cashbox ' || agent.g, agent.id, case when drawn.kind = 'topup_return' then topup.id end,
       case when drawn.kind = 'reversal' then tx.id end, 100 * floor(10 ^ (2 + 3 * bench_share(drawn.n, 53)))::bigint,
       agent.currency_code, 2, '{}', 'x', 'As agreed by phone.', drawn.state,
       drawn.state <> 'completed' or bench_share(drawn.n, 54) < 0.3, asker.id, drawn.at,
       case when drawn.state in ('rejected', 'failed')
         or (drawn.state = 'completed' and bench_share(drawn.n, 54) < 0.3) then other.id end,
       case when drawn.state <> 'pending' then drawn.at + interval '1 hour' end,
       case when drawn.state = 'failed' then 'agent_float_insufficient' end
from (
  select n, now() - interval '730 days' * (1 - n::float8 / :requests) - interval '1 minute' as at,
         (array['adjustment', 'adjustment', 'payout', 'payout', 'commission_credit', 'topup_return', 'reversal']
           )[1 + floor(7 * bench_share(n, 50))::integer] as kind,
         case when n > 0.996 * :requests then 'pending' when luck < 0.04 then 'rejected' when luck < 0.06 then 'withdrawn'
              when luck < 0.07 then 'failed' else 'completed' end as state
  from (select n, bench_share(n, 51) as luck from generate_series(1, :requests::integer) as n) as one
) as drawn
join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(drawn.n, 52) ^ 3)::integer
join bench_topup as topup on topup.n = drawn.n
join (select id, row_number() over (order by email) as place from operator where email like 'operator-%') as asker
  on asker.place = 1 + drawn.n % 20
join (select id, row_number() over (order by email) as place from operator where email like 'operator-%') as other
  on other.place = 1 + (drawn.n + 1) % 20
join bench_transaction as tx on tx.n = drawn.n
order by drawn.n;

-- Everything that moved a balance, in the order of time. Whole numbers below 2^53 are exact as floats, and quicker.
create unlogged table bench_move as
select *, case when kind = 'confirmation' then count(*) filter (where kind = 'confirmation') over so_far end as number,
       count(*) filter (where kind = 'confirmation' and float < 0) over so_far as deposits,
       count(*) filter (where float <> 0) over so_far as float_version, (sum(float::float8) over so_far)::bigint as float_balance,
       count(*) filter (where commission <> 0) over so_far as commission_version,
       (sum(commission::float8) over so_far)::bigint as commission_balance
from (
  select g, at - interval '1 day' as at, 0 as n, 'adjustment' as kind,
         bench_id(at - interval '1 day', 64, g) as reference, 1000000000000 as float, 0::bigint as commission
  from (select g, least(signed_up, now() - interval '730 days') as at from bench_agent where rank is not null) as agent
  union all
  select g, finished_at, n, 'confirmation', id, case type when 'deposit' then -amount else amount end,
         amount * case type when 'deposit' then 20 else 15 end / 1000
  from bench_transaction where state in ('confirmed', 'reversed')
  union all
  select g, finished_at + interval '1 hour', n, 'reversal', id, case type when 'deposit' then amount else -amount end,
         -(amount * case type when 'deposit' then 20 else 15 end / 1000)
  from bench_transaction where state = 'reversed'
  union all
  select g, at, n, 'top_up', id, amount, 0 from bench_topup where state = 'credited'
  union all
  select agent.g, request.requested_at, request.number, request.kind, request.id,
         (case request.kind when 'payout' then -request.amount else request.amount end)::bigint,
         (case request.kind when 'commission_credit' then -request.amount else 0 end)::bigint
  from approval_request as request join bench_agent as agent on agent.id = request.agent_id
  where request.state = 'completed' and request.kind in ('adjustment', 'payout', 'commission_credit')
) as move
window so_far as (partition by g order by at, reference, kind rows unbounded preceding)
order by at, reference;

analyze bench_move; analyze bench_transaction;
