-- Events of the newest confirmations; one partner has not answered for a day.
insert into outbox_event (id, topic, partner_id, subject_id, created_at, attempts, next_attempt_at, delivered_at)
select tx.id, 'transaction.confirmed', partner.id, tx.id, tx.finished_at,
       case when is_late then 9 else 1 end, case when is_late then now() + interval '1 hour' end,
       case when not is_late then tx.finished_at end
from bench_transaction as tx
join partner on partner.id = tx.service_id
cross join lateral (select partner.code = 'partner-03' and n > :transactions * 0.98 as is_late) as told
where state = 'confirmed' and n > :transactions - :events order by n;

insert into webhook_attempt (event_id, number, started_at, duration_ms, status)
select id, try, created_at, 40, case when delivered_at is null then 500 else 200 end
from outbox_event cross join lateral generate_series(1, attempts) as try;

insert into job (id, kind, payload, run_at, attempts, failed_at, created_at)
select gen_random_uuid(), 'mail', '{}', now() - n * interval '1 hour', 20, now() - n * interval '1 hour', now()
from generate_series(1, 500) as n;

insert into verification (id, started_at, finished_at, failed_checks)
select gen_random_uuid(), now() - n * interval '1 day', now() - n * interval '1 day' + interval '5 minutes', '[]'
from generate_series(0, 700) as n;
