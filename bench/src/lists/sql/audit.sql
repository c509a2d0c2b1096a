insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, reason, before, after, ip,
  previous_hash, hash)
select last.number + n, now() - interval '730 days' * (1 - n::float8 / :auditEntries), asker.id, asker.name,
       case when luck < 0.00001 then 'channel.rename' when luck < 0.3 then 'operator.log-in'
            when luck < 0.5 then 'agent.add-note' when luck < 0.65 then 'agent.approve' when luck < 0.8 then 'approval.request'
            when luck < 0.9 then 'approval.approve' when luck < 0.99 then 'transaction.unlock' else 'export.begin' end,
       case when luck < 0.00001 then 'channel' when luck < 0.3 then 'operator' when luck < 0.65 then 'agent'
            when luck < 0.9 then 'money-request' when luck < 0.99 then 'transaction' else 'export' end,
       case when luck between 0.3 and 0.65 then agent.id::text when luck between 0.9 and 0.99 then 'B' || n
            when luck >= 0.99 then 'transactions' when luck between 0.65 and 0.9 then bench_id(now(), 48, n)::text
            else asker.id::text end,
       case when luck > 0.5 then 'As agreed by phone.' end, null, '{"status": "approved"}', '10.0.0.1', md5(n::text), md5(n::text)
from (select n, bench_share(n, 71) as luck from generate_series(1, :auditEntries::integer) as n) as drawn
join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 72) ^ 2)::integer
join (select id, name, row_number() over (order by email) as place from operator where email like 'operator-%') as asker
  on asker.place = 1 + floor(20 * bench_share(n, 73) ^ 2)::integer
cross join (select number from audit_end) as last
order by n;

update audit_end set number = (select max(number) from audit_entry);
