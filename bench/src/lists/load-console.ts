import type { Client } from 'pg'
import type { Size } from './size.ts'

/** What operators keep in the console and ask of each other: saved views, change requests, and a bulk run. */
export async function loadConsole(db: Client, { changes, agents }: Size): Promise<void> {
  await db.query(`
    insert into list_view (id, list, operator_id, name, params, columns, is_shared, created_at)
    select gen_random_uuid(), list, operator.id, 'View ' || n, '{"status": "approved"}', null, n % 2 = 0, now()
    from operator, unnest(array['agents', 'transactions', 'audit']) as list, generate_series(1, 50) as n`)
  await db.query(
    `insert into change_request (id, kind, subject_kind, subject_id, subject_name, payload, before, after, reason, state,
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
  await db.query(
    `with run as (
       insert into bulk_run (id, operator_id, key, input_hash, action, note, total, started_at, finished_at)
       select gen_random_uuid(), id, gen_random_uuid(), 'x', 'agent.suspend', 'The documents have expired.', $1, now(), now()
       from operator where email = 'admin@cashbox.test'
       returning id
     )
     insert into bulk_row (run_id, place, subject_id, version, outcome)
     select run.id, g, agent.id, 1, case when g % 50 = 0 then 'waiting' else 'done' end from run, bench_agent as agent
     where g <= $1`,
    [Math.min(10_000, agents)],
  )
}
