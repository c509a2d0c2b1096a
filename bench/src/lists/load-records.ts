import type { Client } from 'pg'
import type { Size } from './load-agents.ts'

export async function loadAudit(db: Client, { auditEntries }: Size) {
  await db.query(
    `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, reason, before, after, ip,
       previous_hash, hash)
     select last.number + n, now() - interval '730 days' * (1 - n::float8 / $1), asker.id, asker.name,
            case when luck < 0.00001 then 'channel.rename' when luck < 0.3 then 'operator.log-in'
                 when luck < 0.5 then 'agent.add-note' when luck < 0.65 then 'agent.approve' when luck < 0.8 then 'approval.request'
                 when luck < 0.9 then 'approval.approve' when luck < 0.99 then 'transaction.unlock' else 'export.begin' end,
            case when luck < 0.00001 then 'channel' when luck < 0.3 then 'operator' when luck < 0.65 then 'agent'
                 when luck < 0.9 then 'money-request' when luck < 0.99 then 'transaction' else 'export' end,
            case when luck between 0.3 and 0.65 then agent.id::text when luck between 0.9 and 0.99 then 'B' || n
                 when luck >= 0.99 then 'transactions' when luck between 0.65 and 0.9 then bench_id(now(), 48, n)::text
                 else asker.id::text end,
            case when luck > 0.5 then 'As agreed by phone.' end, null, '{"status": "approved"}', '10.0.0.1', md5(n::text), md5(n::text)
     from (select n, bench_share(n, 71) as luck from generate_series(1, $1::integer) as n) as drawn
     join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 72) ^ 2)::integer
     join (select id, name, row_number() over (order by email) as place from operator where email like 'operator-%') as asker
       on asker.place = 1 + floor(20 * bench_share(n, 73) ^ 2)::integer
     cross join (select number from audit_end) as last
     order by n`,
    [auditEntries],
  )
  await db.query('update audit_end set number = (select max(number) from audit_entry)')
}

/** Events of the newest confirmations; one partner has not answered for a day. */
export async function loadEvents(db: Client, { transactions, events }: Size) {
  await db.query(
    `insert into outbox_event (id, topic, partner_id, subject_id, created_at, attempts, next_attempt_at, delivered_at)
     select tx.id, 'transaction.confirmed', partner.id, tx.id, tx.finished_at,
            case when is_late then 9 else 1 end, case when is_late then now() + interval '1 hour' end,
            case when not is_late then tx.finished_at end
     from bench_transaction as tx
     join partner on partner.id = tx.service_id
     cross join lateral (select partner.code = 'partner-03' and n > $1 * 0.98 as is_late) as told
     where state = 'confirmed' and n > $1 - $2 order by n`,
    [transactions, events],
  )
  await db.query(`
    insert into webhook_attempt (event_id, number, started_at, duration_ms, status)
    select id, try, created_at, 40, case when delivered_at is null then 500 else 200 end
    from outbox_event cross join lateral generate_series(1, attempts) as try;
    insert into job (id, kind, payload, run_at, attempts, failed_at, created_at)
    select gen_random_uuid(), 'mail', '{}', now() - n * interval '1 hour', 20, now() - n * interval '1 hour', now()
    from generate_series(1, 500) as n;
    insert into verification (id, started_at, finished_at, failed_checks)
    select gen_random_uuid(), now() - n * interval '1 day', now() - n * interval '1 day' + interval '5 minutes', '[]'
    from generate_series(0, 700) as n;`)
}

/** Where agents were logged in, what operators noted about them, and what looks strange. */
export async function loadAboutAgents(db: Client, { sessions, signals, notes }: Size) {
  const ofSomeAgent = (seed: number) =>
    `join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, ${seed}) ^ 3)::integer`
  await db.query(
    `insert into session (id, agent_id, token_hash, remember, created_at, last_seen_at, idle_seconds, expires_at, ended_at,
       fingerprint, user_agent, ip)
     select bench_id(drawn.at, 96, n), agent.id, 'bench ' || n, true, drawn.at, drawn.at + interval '1 hour', 86400,
            drawn.at + interval '30 days', case when n % 3 = 0 then drawn.at + interval '2 hours' end, md5(n::text),
            'Mozilla/5.0 (X11; Linux aarch64)', '10.0.0.' || n % 200
     from (select n, now() - interval '180 days' * (1 - n::float8 / $1) as at from generate_series(1, $1::integer) as n) as drawn
     ${ofSomeAgent(91)} order by n`,
    [sessions],
  )
  await db.query(
    `insert into agent_note (id, agent_id, operator_id, author, text, written_at)
     select bench_id(drawn.at, 97, n), agent.id, asker.id, asker.name, 'Called back, all is well.', drawn.at
     from (select n, now() - interval '700 days' * (1 - n::float8 / $1) as at from generate_series(1, $1::integer) as n) as drawn
     ${ofSomeAgent(92)}
     cross join (select id, name from operator where email = 'operator-1@cashbox.test') as asker order by n`,
    [notes],
  )
  await db.query(
    `insert into risk_signal (id, agent_id, kind, subject, weight, evidence, first_at, last_at, dismissed_at, dismissed_by, dismiss_reason)
     select bench_id(drawn.at, 98, n), agent.id,
            (array['identical_location', 'impossible_travel', 'low_accuracy', 'shared_device', 'shared_ip', 'circular_payments'])[1 + n % 6],
            n::text, 10 + n % 50, '{"facts": {"times": 3}, "numbers": [1, 2, 3], "other_agents": []}', drawn.at - interval '3 days',
            drawn.at, case when n % 10 = 0 then now() end, case when n % 10 = 0 then 'Operator 1' end,
            case when n % 10 = 0 then 'They share a shop.' end
     from (select n, now() - interval '60 days' * (1 - n::float8 / $1) as at from generate_series(1, $1::integer) as n) as drawn
     ${ofSomeAgent(93)} order by n`,
    [signals],
  )
  await db.query(`
    insert into agent_status_change (id, agent_id, status, note, changed_by, changed_at)
    select bench_id(signed_up, 99, g), id, 'pending', null, 'registration', signed_up from bench_agent
    union all
    select bench_id(signed_up, 100, g), id, status, null, 'Operator 1', signed_up + interval '1 day' from bench_agent where status <> 'pending'`)
}

/** What operators keep in the console and ask of each other: saved views and change requests. */
export async function loadConsole(db: Client, { changes }: Size): Promise<void> {
  await db.query(`
    insert into list_view (id, list, operator_id, name, params, columns, created_at)
    select gen_random_uuid(), list, operator.id, 'View ' || n, '{"status": "approved"}', null, now()
    from operator, unnest(array['agents', 'transactions', 'audit']) as list, generate_series(1, 50) as n`)
  await db.query(
    `insert into approval_request (id, kind, subject_kind, subject_id, subject_name, payload, before, after, reason, state,
       requested_by, requested_at, decided_by, decided_at)
     select bench_id(drawn.at, 101, n), 'agent_terms', 'agent', agent.id::text, 'Cashbox ' || agent.g, '{}',
            '{"geo_area": 300}', '{"geo_area": 500}', 'As agreed by phone.',
            case when is_new then 'pending' else 'completed' end, asker.id, drawn.at,
            case when not is_new then other.id end, case when not is_new then drawn.at + interval '1 hour' end
     from (select n, now() - interval '700 days' * (1 - n::float8 / $1) as at, n > 0.99 * $1 as is_new
           from generate_series(1, $1::integer) as n) as drawn
     join bench_agent as agent on agent.g = n
     cross join (select id from operator where email = 'operator-1@cashbox.test') as asker
     cross join (select id from operator where email = 'operator-2@cashbox.test') as other
     order by n`,
    [changes],
  )
}
