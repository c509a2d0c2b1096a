-- Where agents were logged in, what operators noted about them, and what looks strange.
insert into session (id, agent_id, person_id, token_hash, remember, created_at, last_seen_at, idle_seconds, expires_at, ended_at,
  fingerprint, user_agent, ip)
select bench_id(drawn.at, 96, n), agent.id, agent.id, 'bench ' || n, true, drawn.at, drawn.at + interval '1 hour', 86400,
       drawn.at + interval '30 days', case when n % 3 = 0 then drawn.at + interval '2 hours' end, md5(n::text),
       'Mozilla/5.0 (X11; Linux aarch64)', '10.0.0.' || n % 200
from (select n, now() - interval '180 days' * (1 - n::float8 / :sessions) as at from generate_series(1, :sessions::integer) as n) as drawn
join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 91) ^ 3)::integer order by n;

insert into agent_note (id, agent_id, operator_id, author, text, written_at)
select bench_id(drawn.at, 97, n), agent.id, asker.id, asker.name, 'Called back, all is well.', drawn.at
from (select n, now() - interval '700 days' * (1 - n::float8 / :notes) as at from generate_series(1, :notes::integer) as n) as drawn
join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 92) ^ 3)::integer
cross join (select id, name from operator where email = 'operator-1@cashbox.test') as asker order by n;

insert into risk_signal (id, agent_id, kind, subject, weight, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason)
select bench_id(drawn.at, 98, n), agent.id,
       (array['identical_location', 'impossible_travel', 'low_accuracy', 'shared_device', 'shared_ip', 'circular_payments'])[1 + n % 6],
       n::text, 10 + n % 50, '{"facts": {"times": 3}, "numbers": [1, 2, 3], "other_agents": []}', drawn.at - interval '3 days',
       drawn.at, case when n % 10 = 0 then now() end, case when n % 10 = 0 then 'Operator 1' end,
       case when n % 10 = 0 then 'They share a shop.' end
from (select n, now() - interval '60 days' * (1 - n::float8 / :signals) as at from generate_series(1, :signals::integer) as n) as drawn
join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 93) ^ 3)::integer order by n;

insert into agent_status_change (id, agent_id, status, note, changed_by, changed_at)
select bench_id(signed_up, 99, g), id, 'pending', null, 'registration', signed_up from bench_agent
union all
select bench_id(signed_up, 100, g), id, status, null, 'Operator 1', signed_up + interval '1 day' from bench_agent where status <> 'pending';
