-- Two years of them, nine of ten confirmed. One agent has a tenth, ten have a hundredth each, the others less.
create unlogged table bench_transaction as
with drawn as (
  select n, now() - interval '730 days' * (1 - n::float8 / :transactions) - interval '2 minutes' as at,
         bench_share(n, 21) as luck, bench_share(n, 22) as who, bench_share(n, 23) as service,
         bench_share(n, 24) as round, bench_share(n, 25) as height, bench_share(n, 26) as player,
         n > 0.997 * :transactions as is_new
  from generate_series(1, :transactions::integer) as n
)
select n, at, bench_id(at, 16, n) as id, agent.g, agent.id as agent_id, agent.channel_id, partner.id as service_id,
       case when bench_share(n, 27) < 0.65 then 'deposit' else 'withdraw' end as type,
       case when round < 0.3 then (array[10000, 50000, 100000, 500000])[1 + floor(round / 0.075)::integer]
            else 100 * floor(10 ^ (1 + 4 * height))::bigint end as amount,
       'player-' || floor(0.06 * :transactions * player ^ 2)::integer as player_id,
       case when is_new and luck < 0.55 then 'open' when luck < 0.015 then 'cancelled' when luck < 0.098 then 'expired'
            when luck < 0.099 then 'reversed' else 'confirmed' end as state,
       at + interval '1 hour' * bench_share(n, 28) ^ 4 as finished_at
from drawn
join bench_agent as agent on agent.rank = case
  when who < 0.1 then 1 when who < 0.2 then 2 + floor((who - 0.1) * 100)
  else 12 + floor(((select max(rank) from bench_agent) - 12) * ((who - 0.2) / 0.8) ^ 2) end::integer
join (select id, row_number() over (order by code) as place from partner where code like 'partner-%') as partner
  -- The tenth left long ago, and the eleventh has hardly begun.
  on partner.place = case when drawn.service < 0.00002 then 11 when n < 0.2 * :transactions and drawn.service < 0.015 then 10
                          when drawn.service < 0.4 then 1 when drawn.service < 0.65 then 2 when drawn.service < 0.8 then 3
                          else 4 + floor((drawn.service - 0.8) * 30)::integer end;

-- The open ones are listed below, not by the trigger.
alter table player_transaction disable trigger user;

insert into player_transaction (id, transaction_id, partner_id, channel_id, agent_id, type, amount, player_id,
  security_code_hash, locked_at, ended_as, created_at, expires_at, reference, body_hash, closed_at)
select id, 'B' || n, service_id, channel_id, case when bench_share(n, 29) < 0.3 then agent_id end, type, amount,
       player_id, case when type = 'withdraw' then 'x' end,
       case when state = 'open' and type = 'withdraw' and bench_share(n, 30) < 0.05 then at + interval '1 minute' end,
       case when state in ('expired', 'cancelled', 'reversed') then state end, at, at + interval '1 day', 'order-' || n, n,
       case when state in ('expired', 'cancelled') then at + interval '1 day' end
from bench_transaction;

alter table player_transaction enable trigger user;

insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at, partner_id, channel_id, withdrawal)
select tx.transaction_id, tx.id, tx.agent_id, tx.created_at, tx.expires_at, tx.partner_id, tx.channel_id,
       case tx.type when 'withdraw' then tx.amount end
from bench_transaction as made join player_transaction as tx on tx.id = made.id where made.state = 'open';
