-- What operators keep in the console and ask of each other: saved views and change requests.
insert into list_view (id, list, operator_id, name, params, columns, created_at)
select gen_random_uuid(), list, operator.id, 'View ' || n, '{"status": "approved"}', null, now()
from operator, unnest(array['agents', 'transactions', 'audit']) as list, generate_series(1, 50) as n;

insert into approval_request (id, kind, subject_kind, subject_id, subject_name, payload, before, after, reason, state,
  requested_by, requested_at, decided_by, decided_at)
select bench_id(drawn.at, 101, n), 'agent_terms', 'agent', agent.id::text, 'Cashbox ' || agent.g, '{}',
       '{"geo_area": 300}', '{"geo_area": 500}', 'As agreed by phone.',
       case when is_new then 'pending' else 'completed' end, asker.id, drawn.at,
       case when not is_new then other.id end, case when not is_new then drawn.at + interval '1 hour' end
from (select n, now() - interval '700 days' * (1 - n::float8 / :changes) as at, n > 0.99 * :changes as is_new
      from generate_series(1, :changes::integer) as n) as drawn
join bench_agent as agent on agent.g = n
cross join (select id from operator where email = 'operator-1@cashbox.test') as asker
cross join (select id from operator where email = 'operator-2@cashbox.test') as other
order by n;
